import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { calls, type CallName } from '@/contract/api'
import { sampleOfEach, seed } from '../../support/deep'
import { addresses, withoutRow, type Registered } from '../rig/addresses'
import { Matrix, demandOf, isCall, type Cell } from '../rig/ask'
import { demands } from '../rig/demands'
import { people } from '../rig/people'
import { slotsOf } from '../rig/slots'
import { World } from '../rig/World'

/*
 * Every call and address × people of every standing and role × items of every kind and state. The oracle is the role table of the
 * specification (tests/security/rig/oracle.ts), not the server's policies.
 */

const names = Object.keys(calls) as CallName[]
const routes: Registered[] = []
function onServer(message: unknown) {
  ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
}

let world: World
let matrix: Matrix

before(async () => {
  // Records only the routes of the world's server: other test files start servers in the same process.
  subscribe('fastify.initialization', onServer)
  world = await World.open()
  unsubscribe('fastify.initialization', onServer)
  matrix = new Matrix(world)
})
after(() => world?.close())

describe('the matrix is complete', () => {
  for (const name of names) {
    test(`${name} has a row with the rights that the call needs`, () => {
      assert.ok(
        name in demands,
        `${name} has no row: add it to \`demands\` of tests/security/rig/demands.ts, with its access level and what each parameter needs`,
      )
      const unsaid = slotsOf(name, calls[name].request).filter((slot) => !(slot in demandOf(name).needs))
      assert.deepEqual(
        unsaid,
        [],
        `what these parameters need is missing from its row in tests/security/rig/demands.ts`,
      )
    })
  }

  test('every address of the server is a call of the contract or has a row', () => {
    const urls = names.map((name) => {
      const [method, path = ''] = name.split(' ')
      return `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`
    })
    // Fastify also answers HEAD for every GET.
    const known = new Set(urls.flatMap((url) => [url, url.replace(/^GET /, 'HEAD ')]))
    assert.ok(routes.length > names.length)
    assert.deepEqual(withoutRow(routes, known), [])
  })
})

const whats = [
  ...names,
  ...Object.entries(addresses).flatMap(([url, { methods }]) => methods.map((method) => `${method} ${url}`)),
]

describe('nobody gets what the role table does not give', () => {
  for (const what of whats) {
    test(what, async () => {
      const cells = matrix.cellsOf(what, people)
      const found: string[] = []
      for (const cell of chosen(cells)) {
        const wrong = await matrix.judge(cell)
        if (wrong.length > 0) found.push(`${wrong.join('; ')} ← ${describeCell(cell)}`)
      }
      assert.deepEqual(found, [], `SEED=${seed}`)
    })
  }
})

describe('the arguments let users with the right succeed', () => {
  const those = people.filter(({ name }) => ['owner', 'external', 'administrator'].includes(name))
  for (const what of whats.filter((each) => !each.startsWith('HEAD '))) {
    const { unproved = {} } = isCall(what) ? demandOf(what) : addresses[what.slice(what.indexOf(' ') + 1)]!
    if (typeof unproved === 'string') continue
    test(what, async () => {
      const ways = await matrix.unproved(what, those)
      assert.deepEqual(
        ways.filter((way) => !(way in unproved)),
        [],
      )
    })
  }
})

/** In a deep run all cells, otherwise one cell per reason. */
function chosen(cells: readonly Cell[]): Cell[] {
  return sampleOfEach(cells, (cell) => matrix.expected(cell).why)
}

function describeCell({ what, person, slot, thing }: Cell): string {
  return `${what} by ${person.name}${thing ? `, ${slot} = ${thing.key}` : ''}`
}
