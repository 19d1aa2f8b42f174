/** The tables of WeCom as a directory, as of migration 085. */
export interface WeComTables {
  wecom_directories: WeComDirectoryTable
  wecom_events: { directory_id: number; key: Buffer; at: Date }
  wecom_renames: { directory_id: number; before: string; after: string; at: Date }
}

export interface WeComDirectoryTable {
  directory_id: number
  corp_id: string
  agent_id: number
  offers_sign_in: boolean
  /** Secrets are encrypted with the sealing key. null: none */
  secret: Buffer
  contacts_secret: Buffer | null
  callback_token: Buffer | null
  callback_key: Buffer | null
}
