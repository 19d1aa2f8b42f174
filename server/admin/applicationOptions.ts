import { parseArgs } from 'node:util'
import { scopes as allScopes, type Scope } from '@/contract/applications'
import type { NewApplication } from '../services/applications/administration'

export const usage = `Creates an application of the open platform, which acts for users of an enterprise:

  npm run app:create -- --administrator LOGIN --name NAME --scope SCOPE… --for LOGIN…|all [--origin ORIGIN…]
  npm run app:create -- --administrator LOGIN --end CLIENT_ID

  --administrator  the administrator of the enterprise who is responsible for it
  --scope          one or more of ${allScopes.join(' ')}
  --for            the users for whom it may act, or all
  --origin         the pages that may show the drive in a frame, such as https://app.example
  --end            ends an application: its tokens and addresses stop working

The secret is printed once; the server keeps its hash.`

export type ApplicationOptions = { administrator: string } & ({ end: string } | { application: NewApplication })

/** Reads a command line. @throws Error with what is wrong */
export function applicationOptions(args: string[]): ApplicationOptions {
  const several = { type: 'string', multiple: true } as const
  const { values } = parseArgs({
    args,
    options: {
      administrator: { type: 'string' },
      name: { type: 'string' },
      scope: several,
      for: several,
      origin: several,
      end: { type: 'string' },
    },
  })
  const { administrator, name, end } = values
  if (administrator !== undefined && end !== undefined) return { administrator, end }
  if (administrator === undefined || name === undefined) throw new Error(usage)
  const scopes = listOf(values.scope)
  const unknown = scopes.find((each) => !allScopes.includes(each as Scope))
  if (unknown !== undefined) throw new Error(`--scope ${unknown} is unknown; use one of ${allScopes.join(', ')}`)
  const users = listOf(values.for)
  return {
    administrator,
    application: {
      name,
      scopes: scopes as Scope[],
      origins: listOf(values.origin),
      users: users.includes('all') ? 'all' : users,
    },
  }
}

/** The values of an option that is repeated or separated by commas. */
function listOf(values: readonly string[] = []): string[] {
  return values.flatMap((each) => each.split(/[\s,]+/)).filter((each) => each !== '')
}
