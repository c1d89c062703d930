import { call } from '../../shared/api.ts'

/** Query of tags in use, for suggestions and the list's filter. */
export const usedTagsQuery = { queryKey: ['used-tags'], queryFn: () => call('usedTags') }
