import { Policies } from '@/contract/administration/policies'
import { Value } from '@sinclair/typebox/value'
import { Type } from '@sinclair/typebox'
import { UsageError } from './usageError'

const schema = Type.Partial(Policies, { additionalProperties: false })

/** Reads settings such as `trash_period_days=30`. @throws UsageError with what is wrong */
export function requireSettings(given: readonly string[]): Partial<Policies> {
  const settings = Object.fromEntries(given.map(readSetting))
  const [fault] = Value.Errors(schema, settings)
  if (fault) throw new UsageError(`${fault.path.slice(1)}: ${fault.message}`)
  return settings as Partial<Policies>
}

function readSetting(text: string): [string, unknown] {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new UsageError(`${text} is not NAME=VALUE`)
  try {
    return [name, JSON.parse(value)]
  } catch {
    // A text needs no quotes.
    return [name, value]
  }
}
