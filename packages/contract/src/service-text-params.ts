type None = Record<never, string>

/** Rows of the health page: names and states. `minutes` is a whole number, or empty if nothing happened yet. */
export type ServiceTextParams = {
  service_postgres: None
  service_embedded: None
  service_durability: None
  service_clock: None
  service_deposits: None
  service_withdrawals: None
  service_cases: None
  service_messages: None
  service_codes: None
  service_witness: { name: string; log: string }
  service_proxies: None
  service_countries: None
  service_files: None
  service_ledger: None
  service_streams: None
  health_answers: { ms: string }
  health_durability: { settings: string }
  health_durability_embedded: None
  health_clock: { seconds: string; side: 'ahead' | 'behind' }
  health_queue_empty: None
  health_queue: { count: string; minutes: string }
  health_codes: { count: string; most: string }
  health_witness: { fault: '' | WitnessFault; minutes: string; size: string; log_size: string }
  health_proxy: { peer: string }
  health_countries: None
  health_files_folder: { folder: string }
  health_files_s3: { bucket: string; endpoint: string }
  health_files_fault: { bucket: string; endpoint: string; fault: FilesFault }
  health_ledger: { count: string }
  health_streams: { count: string }
}

/** Why a file storage fails. */
export type FilesFault = 'away' | 'bucket' | 'key' | 'secret' | 'rights' | 'region' | 'clock' | 'full' | 'other'

/** Why a witness of the public log did not cosign its head. */
export type WitnessFault =
  | 'silent'
  | 'request'
  | 'signature'
  | 'log'
  | 'conflict'
  | 'ahead'
  | 'proof'
  | 'cosignature'
  | 'status'
