import type { Db } from '../../database/connect'
import { putSetting, readSetting } from '../../database/settings'

const NAME = 'address'

/** Keeps the address that the server printed, for the links of the command line. */
export function putServerAddress(db: Db, address: string): Promise<void> {
  return putSetting(db, NAME, address)
}

/** The address that the server printed last; null before its first start. */
export function readServerAddress(db: Db): Promise<string | null> {
  return readSetting(db, NAME)
}
