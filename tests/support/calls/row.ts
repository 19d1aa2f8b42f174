import type { CallName, Reply, Request } from '@/contract/api'
import type { Client } from '../client'
import type { CallWorld } from './CallWorld'

/** A call as the specification writes it (1§7, 2§7), with the fields of its answer. */
export interface Row {
  /** As in decisions: below `/api` unless it starts with `/api`. */
  call: string
  ask(world: CallWorld): Promise<object>
  /** Field names separated by blanks; a nested field after a dot, in a list that of the first entry. */
  tells: string
}

type Input<K extends CallName> = Request<K> | ((world: CallWorld) => Request<K> | Promise<Request<K>>)

/** @param who the caller; default: the user */
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

/** A call with an answer that is no JSON, or with several forms of request. */
export function special(call: string, tells: string, ask: Row['ask']): Row {
  return { call, tells, ask }
}

/** Prefixes fields with the field that contains them. */
export function inside(place: string, fields: string): string {
  return fields.replace(/\S+/g, (field) => `${place}.${field}`)
}

/** The fields of `tells` that the answer lacks. */
export function missing(answer: object, tells: string): string[] {
  return tells.split(/\s+/).filter((path) => path !== '' && !has(answer, path.split('.')))
}

function has(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return value !== undefined
  if (Array.isArray(value)) return has(value[0], [name, ...rest])
  return typeof value === 'object' && value !== null && has((value as Record<string, unknown>)[name], rest)
}
