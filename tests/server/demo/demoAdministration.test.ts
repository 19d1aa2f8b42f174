import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { AuditEvent } from '@/contract/audit'
import { demoAccounts } from '../../../server/demo/accounts'
import { client } from '../../support/client'
import { fillSmallDemo } from '../../support/fillSmallDemo'
import { startTestServer, type TestServer } from '../../support/testServer'

const password = 'satchel-demo'
let server: TestServer

before(async () => {
  server = await startTestServer()
  await fillSmallDemo(server.deps, password)
})
after(() => server.close())

describe('the administration of the demo world', () => {
  test('[ADM-14] the audit log names the owner for all people, departments, groups and policies of a school', async () => {
    const owner = await client(server).as('admin@mingde.demo', password)
    const page = (deed: AuditEvent) => owner.call('GET /apps/audit/list', { deed, limit: 200 })
    const counts = {
      organisation_created: 1,
      person_created: 21,
      member_changed: 33,
      group_created: 2,
      policies_changed: 1,
    } as const
    for (const [deed, count] of Object.entries(counts) as [AuditEvent, number][]) {
      const { entries } = await page(deed)
      assert.equal(entries.length, count, deed)
      assert.deepEqual([...new Set(entries.map(({ user }) => user?.login))], ['admin@mingde.demo'], deed)
    }
    const { entries } = await page('collaborator_changed')
    assert.deepEqual([...new Set(entries.map(({ user }) => user))], [null])
  })

  test('[ADM-02] the console of the demo shows who has an account, and an open link for everybody else', async () => {
    const owner = await client(server).as('admin@mingde.demo', password)
    const { people, total_count: total } = await owner.call('GET /admin/people/list', { limit: 200 })
    assert.equal(total, 22)
    const known = new Set(demoAccounts.map(({ login }) => login))
    assert.deepEqual(
      people
        .filter(({ login, link_expires_at: link }) => (link === null) !== known.has(login))
        .map(({ login }) => login),
      [],
    )
  })

  test('[ADM-09] the owner of every organisation but a personal one may administer it', async () => {
    const { rows } = await sql<{ name: string; owners: number; owner: boolean }>`
      select enterprises.name, count(*) filter (where administrator_role = 'owner') as owners, owner_id is not null as owner
      from enterprises join users on enterprise_id = enterprises.id group by enterprises.id order by enterprises.id`.execute(
      server.deps.db,
    )
    assert.deepEqual(
      rows.filter(({ owners, owner }) => owners !== 1 || !owner).map(({ name }) => name),
      ['何小北'],
    )
  })
})
