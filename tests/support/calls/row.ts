import type { CallName, Reply, Request } from '@/contract/api'
import type { Client } from '../client'
import type { CallWorld } from './CallWorld'

/** A call as the specification writes it (1§7, 2§7), and what its answer tells. */
export interface Row {
  /** As in decisions: below `/api` unless it begins with it. */
  call: string
  ask(world: CallWorld): Promise<object>
  /** Fields, blank between two; what lies in a field behind a dot, of a list in its first entry. */
  tells: string
}

type Input<K extends CallName> = Request<K> | ((world: CallWorld) => Request<K> | Promise<Request<K>>)

/** @param who asks; the user, where nothing is said */
export function row<K extends CallName>(
  call: K,
  input: Input<K>,
  tells = '',
  who: (world: CallWorld) => Client = (world) => world.me,
): Row {
  return {
    call,
    tells,
    async ask(world): Promise<Reply<K>> {
      return who(world).call(call, typeof input === 'function' ? await input(world) : input)
    },
  }
}

/** A call whose answer is no JSON, or that is asked in several ways. */
export function special(call: string, tells: string, ask: Row['ask']): Row {
  return { call, tells, ask }
}

/** Fields of what lies in a field. */
export function inside(place: string, fields: string): string {
  return fields.replace(/\S+/g, (field) => `${place}.${field}`)
}

/** What an answer does not tell of `tells`. */
export function missing(answer: object, tells: string): string[] {
  return tells.split(/\s+/).filter((path) => path !== '' && !has(answer, path.split('.')))
}

function has(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return value !== undefined
  if (Array.isArray(value)) return has(value[0], [name, ...rest])
  return typeof value === 'object' && value !== null && has((value as Record<string, unknown>)[name], rest)
}
