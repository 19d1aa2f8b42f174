import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The folder for files of root that the engine's account must reach. */
export const SYSTEM_FOLDER = '/var/lib/satchel'

/** The account under which the engine runs. */
export interface Account {
  uid: number
  gid: number
}

/**
 * An account without rights for PostgreSQL, which refuses to run as root.
 * @returns undefined when the process itself has no special rights
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  return findAccount('postgres') ?? findAccount('nobody') ?? { uid: 65534, gid: 65534 }
}

function findAccount(name: string): Account | undefined {
  const line = readLines('/etc/passwd').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function readLines(path: string) {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Whether the account may pass through every folder above the path (the path itself need not exist yet). */
export function canReach(account: Account, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat && !mayPass(account, stat)) return false
    if (folder === dirname(folder)) return true
  }
}

function mayPass(account: Account, stat: { uid: number; gid: number; mode: number }) {
  if (stat.uid === account.uid) return (stat.mode & 0o100) !== 0
  if (stat.gid === account.gid) return (stat.mode & 0o010) !== 0
  return (stat.mode & 0o001) !== 0
}
