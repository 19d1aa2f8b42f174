import { openSync, readdirSync, readFileSync } from 'node:fs'
import type { StdioOptions } from 'node:child_process'

/** Flag of a descriptor that closes when its process executes another program. */
const CLOSED_ON_EXEC = 0o2000000

let slots: ('ignore' | number)[] | undefined

/**
 * The descriptors for a child process: those in `given`, and none that the server inherited. Node's own descriptors close on exec. Inherited
 * descriptors do not, so `/dev/null` replaces them.
 */
export function childDescriptors(given: readonly ('ignore' | 'pipe' | 'ipc')[]): StdioOptions {
  slots ??= inheritedSlots()
  return [...given, ...slots.slice(given.length)]
}

function inheritedSlots(): ('ignore' | number)[] {
  if (process.platform !== 'linux') return []
  const inherited = readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(descriptor))
  if (inherited.length === 0) return []
  const nothing = openSync('/dev/null', 'r')
  return Array.from({ length: Math.max(...inherited) + 1 }, (_, at) => (inherited.includes(at) ? nothing : 'ignore'))
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? ''
    return (parseInt(flags, 8) & CLOSED_ON_EXEC) === 0
  } catch {
    // The descriptor that read the folder is closed by now.
    return false
  }
}
