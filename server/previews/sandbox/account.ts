import { lchown } from 'node:fs/promises'

/** Under which converters run. */
export interface ConverterAccount {
  uid: number
  gid: number
}

/** A server that runs as root lets no converter do so; nobody else has this number, the database least of all. */
export const converterAccount: ConverterAccount | null = process.getuid?.() === 0 ? { uid: 65_533, gid: 65_533 } : null

/** Makes these the account's that runs converters, where that is not the server's own. A link is handed over itself, never what it names. */
export async function handOver(paths: readonly string[]): Promise<void> {
  if (converterAccount === null) return
  const { uid, gid } = converterAccount
  await Promise.all(paths.map((path) => lchown(path, uid, gid)))
}
