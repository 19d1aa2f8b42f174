import { lchown } from 'node:fs/promises'

/** The account that runs converters. */
export interface ConverterAccount {
  uid: number
  gid: number
}

/** A server that runs as root never runs converters as root. No other process uses this number, least of all the database. */
export const converterAccount: ConverterAccount | null = process.getuid?.() === 0 ? { uid: 65_533, gid: 65_533 } : null

/** Gives files to the converters' account, if it differs from the server's. For a link, changes the owner of the link, never of its target. */
export async function giveToConverters(paths: readonly string[]): Promise<void> {
  if (converterAccount === null) return
  const { uid, gid } = converterAccount
  await Promise.all(paths.map((path) => lchown(path, uid, gid)))
}
