import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import { CallWorld } from '../../support/calls/CallWorld'
import { fileCalls } from '../../support/calls/fileCalls'
import { outerCalls } from '../../support/calls/outerCalls'
import { peopleCalls } from '../../support/calls/peopleCalls'
import { missing } from '../../support/calls/row'

const rows = [...fileCalls, ...peopleCalls, ...outerCalls]
const world = new CallWorld()
before(() => world.open())
beforeEach(() => world.at.rewind())
after(() => world.close())

describe('every call of both specifications is answered with the fields that they list (1§7, 2§7)', () => {
  for (const { call, ask, tells } of rows)
    test(`[API-01] ${call} answers the listed fields`, async () => {
      const answer = await ask(world)
      assert.deepEqual(missing(answer, tells), [], JSON.stringify(answer).slice(0, 3000))
    })

  test('[API-01] the calls are the 73 that the decisions name', () => {
    const named = listed(readFileSync(new URL('../../../docs/spec/decisions.md', import.meta.url), 'utf8'))
    assert.deepEqual(rows.map(({ call }) => call).sort(), named.sort())
    assert.equal(named.length, 73)
  })
})

/** The calls of the list, each with method and full path. */
function listed(decisions: string): string[] {
  const [, list = ''] = decisions.split(/^## The 73 calls.*$/m)
  return list
    .split('\n')
    .filter((line) => line.includes(': ') && !line.startsWith('Own additions'))
    .flatMap((line) => inLine(line.slice(line.indexOf(': ') + 2)))
}

/** Parses `GET /a/b · POST …/c · d`. An entry without a method or folder takes those of the entry before it. */
function inLine(line: string): string[] {
  let methods: string[] = []
  let folder = ''
  return line.split(' · ').flatMap((entry) => {
    const plain = entry.replace(/\(.*?\)|\[.*?\]/g, '').trim()
    const [, said, place = ''] = /^(POST and GET|GET|POST)?\s*(.*)$/.exec(plain)!
    if (said) methods = said.split(' and ')
    const path = /^(\/|the )/.test(place) ? place : `${folder}/${place.replace('…/', '')}`
    folder = path.slice(0, path.lastIndexOf('/'))
    return methods.map((method) => `${method} ${path}`)
  })
}
