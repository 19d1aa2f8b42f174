import { openSync, readdirSync, readFileSync } from 'node:fs'
import type { StdioOptions } from 'node:child_process'

/** Of a descriptor that ends with the program that opened it. */
const CLOSED_ON_EXEC = 0o2000000

let slots: ('ignore' | number)[] | undefined

/**
 * The descriptors of a program of its own: those that are given, and nothing that whoever started the server left open. Node opens its
 * own so that no other program gets them; the rest is replaced.
 */
export function onlyThese(given: readonly ('ignore' | 'pipe' | 'ipc')[]): StdioOptions {
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
    // The one that read the folder.
    return false
  }
}
