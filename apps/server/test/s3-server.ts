import type { S3Settings } from '../src/platform/s3-store.ts'

const { DHOW_TEST_S3: endpoint, DHOW_TEST_S3_BUCKET: bucket = 'dhow', DHOW_TEST_S3_KEY: key = '' } = process.env
const [keyId = '', secret = ''] = key.split(':')

/** An S3 store with an existing bucket, whose key is `id:secret`; undefined if not configured. */
export const s3Server: S3Settings | undefined =
  endpoint === undefined
    ? undefined
    : { endpoint, bucket, keyId, secret, region: 'us-east-1', isPathStyle: true, timeoutMs: 10_000, namesAtOnce: 2 }
if (!s3Server) console.warn('skipped: files on S3, since DHOW_TEST_S3 is not set')
