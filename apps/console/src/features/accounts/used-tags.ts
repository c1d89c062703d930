import { call } from '../../shared/api.ts'

/** Tags in use, for suggestions and for the filter of the list. */
export const usedTagsQuery = { queryKey: ['used-tags'], queryFn: () => call('usedTags') }
