import { client } from '../../tests/support/client'
import { ldapSettings } from '../../tests/support/directories/ldapSettings'
import { ADMIN, BASE, Slapd, withoutSlapd } from '../../tests/support/directories/Slapd'
import { factories } from '../../tests/support/factories'
import { until } from '../../tests/support/until'
import type { Measurement } from '../measurement'
import { prepareGround } from '../service'

const people = 20_000
const units = 200
/** ms that a sync may take before the measurement fails */
const LONGEST = 300_000

/** Syncs a directory of 20,000 people, and syncs it again without a change. */
export async function measureDirectories(): Promise<Measurement[]> {
  if (withoutSlapd) throw new Error(withoutSlapd)
  const ground = await prepareGround()
  const ldap = await Slapd.start({ database: ['dbnosync'] })
  try {
    await fill(ldap)
    const { url } = await ground.serve(undefined, { SIGN_ON_LOOPBACK: '1' })
    const make = factories({ db: ground.db, storage: ground.storage, clock: () => new Date() })
    const owner = await make.user({ enterprise: await make.enterprise(), role: 'owner' })
    const they = await client({ url }).asApplet(owner.login)
    const settings = ldapSettings({ url: ldap.url, base_dn: BASE })
    await they.call('POST /admin/ldap/set', { ldap: settings, bind_password: ADMIN.password })
    const [directory] = (await they.call('GET /admin/directories/list', {})).directories
    const directory_id = directory!.id
    const sync = async () => {
      const began = performance.now()
      const { run } = await they.call('POST /admin/directories/sync', { directory_id, is_dry: false })
      const ended = await until(
        'the sync ends',
        async () => {
          const { runs } = await they.call('GET /admin/directories/runs', { directory_id, limit: 1 })
          return runs[0]?.id === run.id && runs[0].ended_at !== null ? runs[0] : null
        },
        LONGEST,
        100,
      )
      return { report: ended.report, seconds: (performance.now() - began) / 1000 }
    }
    const first = await sync()
    if (first.report?.added !== people) throw new Error(`${first.report?.added} people were added`)
    const again = await sync()
    if (again.report?.unchanged !== people) throw new Error(`${again.report?.unchanged} people are unchanged`)
    return [
      { id: 'server.directory.first', value: first.seconds },
      { id: 'server.directory.unchanged', value: again.seconds },
    ]
  } finally {
    await ldap.stop()
    await ground.close()
  }
}

function fill(ldap: Slapd): Promise<void> {
  return ldap.asAdmin(async (admin) => {
    for (let at = 0; at < units; at += 1)
      await admin.add(`ou=第${at}组,${BASE}`, { objectClass: 'organizationalUnit', ou: `第${at}组` })
    const add = (at: number) =>
      admin.add(`uid=s${at},ou=第${at % units}组,${BASE}`, {
        objectClass: 'inetOrgPerson',
        uid: `s${at}`,
        cn: `林小满${at}`,
        sn: '林',
        mail: `s${at}@example.edu`,
      })
    const TOGETHER = 100
    for (let at = 0; at < people; at += TOGETHER)
      await Promise.all(Array.from({ length: TOGETHER }, (_, more) => add(at + more)))
  })
}
