import assert from 'node:assert/strict'
import http from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { manifestText, scriptOf } from '../../support/builtPage'
import { Client } from '../../support/client'
import { isDeep, sample } from '../../support/deep'
import { Sharing } from '../../support/shares/sharing'
import { makeLink } from '../../support/shares/shares'
import { settled, until } from '../../support/until'
import { gate } from '../../support/uploads/upload'

let at: Sharing
let webFolder: string

before(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'satchel-web-'))
  const screens = {
    '/': { files: [], words: {}, start: scriptOf('list()') },
    '/share/:unique_name': { files: [], words: {}, start: scriptOf('link()') },
  }
  await writeFile(join(webFolder, MANIFEST_FILE), manifestText({ screens }))
  at = await Sharing.open({ config: { trustedProxies: 1 }, connections: 10, webFolder })
})
after(async () => {
  await at?.close()
  await rm(webFolder, { recursive: true, force: true })
})

/** Counts the connections of this server that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(at.server.deps.db)
  return rows[0]!.count
}

/** Sends requests that wait for a locked table, counts those that reach the database, and makes another's calls meanwhile. */
async function flooded(
  table: string,
  requests: () => Promise<unknown>[],
  most: number,
  others: () => Promise<unknown>,
) {
  const [held, over] = [gate(), gate()]
  const holding = at.server.deps.db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction)
    held.open()
    await over.opened
  })
  await held.opened
  const sent = requests()
  try {
    await until(`${most} wait`, async () => (await waiting()) >= most)
    await settled('the calls of others', others())
    assert.equal(await waiting(), most)
  } finally {
    over.open()
  }
  await holding
  await Promise.all(sent)
}

const repeat = (count: number, send: (n: number) => Promise<unknown>) =>
  Array.from({ length: count }, (_, n) => send(n))

async function newUser(enterprise?: Pick<EnterpriseRow, 'id'>): Promise<{ user: UserRow; they: Client }> {
  const user = await at.make.user(enterprise && { enterprise })
  return { user, they: await at.signIn(user) }
}

/** The calls of a user of another enterprise. */
async function elsewhere() {
  const { they } = await newUser()
  return async () => {
    for (let n = 0; n < 3; n += 1) await they.call('GET /apps/files/file_list/{folderId}', { folderId: 0 })
  }
}

/** The writing calls of a user of another enterprise. */
async function writingElsewhere() {
  const { they } = await newUser()
  return async () => {
    for (const name of ['a', 'b', 'c']) await they.call('POST /apps/files/new_folder', { parent_folder_id: 0, name })
  }
}

describe('reading calls', () => {
  const comments = (they: Client, item: { id: number }) => () =>
    they.call('GET /apps/files/comments', { item_typed_id: `file_${item.id}` })

  test('of one user run four at a time', async () => {
    const { user, they } = await newUser()
    const file = await at.make.file({ owner: user })
    await flooded('comments', () => repeat(40, comments(they, file)), 4, await elsewhere())
  })

  const groups: [string, () => Promise<EnterpriseRow> | EnterpriseRow][] = [
    ['one enterprise', () => at.enterprise],
    ['personal accounts', () => at.make.enterprise({ is_personal: true })],
  ]
  for (const [whose, enterprise] of sample(groups, 1))
    test(`of ${whose} leave places to the others, however many users read`, async () => {
      const users = await Promise.all([1, 2, 3].map(async () => newUser(await enterprise())))
      const files = await Promise.all(users.map(({ user }) => at.make.file({ owner: user })))
      const sent = () => users.flatMap(({ they }, n) => repeat(15, comments(they, files[n]!)))
      await flooded('comments', sent, 6, await elsewhere())
    })

  test('of many enterprises run eight at a time, and hold up no writing calls', async () => {
    const users = await Promise.all([1, 2, 3].map(() => newUser()))
    const files = await Promise.all(users.map(({ user }) => at.make.file({ owner: user })))
    const sent = () => users.flatMap(({ they }, n) => repeat(15, comments(they, files[n]!)))
    await flooded('comments', sent, 8, await writingElsewhere())
  })

  test('a user’s searches run two at a time and hold up no lists, not even their own', async () => {
    const { user, they } = await newUser()
    const file = await at.make.file({ owner: user }, { name: '清单.txt' })
    await sql`insert into contents (body_id, text, key, marks)
      select body_id, '清单', '清单', '{0}' from versions where item_id = ${file.id}`.execute(at.server.deps.db)
    const search = () => they.call('GET /apps/files/search', { query_words: '清单' })
    const lists = await elsewhere()
    await flooded(
      'contents',
      () => repeat(40, search),
      2,
      async () => {
        await lists()
        await they.call('GET /apps/files/file_list/{folderId}', { folderId: 0 })
      },
    )
  })

  test('the list of another enterprise is answered among the first, although 100 searches were sent before', async () => {
    const { user, they } = await newUser()
    await at.make.file({ owner: user }, { name: '清单.txt' })
    const { they: other } = await newUser()
    const done: string[] = []
    const begun = gate()
    const searches = repeat(100, async () => {
      await they.call('GET /apps/files/search', { query_words: '清单' })
      begun.open()
      done.push('search')
    })
    await begun.opened
    await other.call('GET /apps/files/file_list/{folderId}', { folderId: 0 })
    done.push('list')
    await Promise.all(searches)
    assert.ok(done.indexOf('list') < 50, String(done.indexOf('list')))
  })
})

describe('[AH-20] event streams', () => {
  /** Opens a stream, and leaves once it is open. */
  const open = async (they: Client) => {
    const leaving = new AbortController()
    const { headers } = they
    await fetch(`${at.server.url}/api/events?watch=own`, { headers, signal: leaving.signal })
    leaving.abort()
  }

  test('of one user are opened four at a time', async () => {
    const { they } = await newUser()
    await flooded('messages', () => repeat(8, () => open(they)), 4, await elsewhere())
  })

  test('of one enterprise leave places to the others', async () => {
    const users = await Promise.all([newUser(at.enterprise), newUser(at.enterprise), newUser(at.enterprise)])
    const { they } = await newUser()
    const sent = () => users.flatMap((each) => repeat(6, () => open(each.they)))
    await flooded('messages', sent, 6, () => they.call('GET /apps/files/file_list/{folderId}', { folderId: 0 }))
  })
})

describe('visitors without an account', () => {
  const sources: [string, (n: number) => string, number][] = [
    ['one address', () => '203.0.113.1', 4],
    ['one IPv6 customer', (n) => `2001:db8:50:${n.toString(16)}::1`, 4],
    ['one IPv6 site', (n) => `2001:db8:51:${(n * 256).toString(16)}::1`, 5],
    ['neighbouring IPv4 addresses', (n) => `203.0.114.${n}`, 5],
    ['addresses everywhere', (n) => `203.${n}.113.1`, 6],
  ]
  for (const [source, addressOf, most] of sample(sources, 2))
    test(`40 openings of a link from ${source} run ${most} at a time`, async () => {
      const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
      const open = async (n: number) => {
        const { client } = at.visitorOf(link)
        client.headers['x-forwarded-for'] = addressOf(n)
        await client.send('GET /apps/share_links/info/{unique_name}', { unique_name: link.unique_name })
      }
      await flooded('share_links', () => repeat(40, open), most, await elsewhere())
    })

  // The password of a link is sent by POST, which takes places of its own.
  for (const [source, addressOf, most] of isDeep ? sources.slice(-2) : sources.slice(-1))
    test(`[AH-07] 40 passwords of a link from ${source} are checked ${most} at a time`, async () => {
      const { unique_name } = await at.guardedLink('k7m3')
      const open = async (n: number) => {
        const { client } = at.visitorOf({ unique_name })
        client.headers['x-forwarded-for'] = addressOf(n)
        await client.call('POST /apps/share_links/info/{unique_name}', { unique_name, password: 'k7m3' })
      }
      await flooded('share_links', () => repeat(40, open), most, await elsewhere())
    })

  const readers: [string, (n: number) => string, browsers: number, number][] = [
    ['one browser', () => '2001:db8:52:1::1', 1, 3],
    ['one address', () => '2001:db8:52:1::1', 40, 4],
    ['one site', (n) => `203.0.115.${n}`, 40, 6],
    ['addresses everywhere', (n) => `203.${n}.115.1`, 40, 8],
  ]
  for (const [source, addressOf, browsers, most] of sample(readers, 2))
    test(`40 pages of a link for ${source} are made ${most} at a time`, async () => {
      const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
      const open = async (n: number) => {
        const { client } = at.visitorOf(link)
        client.headers['x-forwarded-for'] = addressOf(n)
        client.headers.cookie = `other=${n % browsers}`
        const { status } = await client.request('GET', `/share/${link.unique_name}`)
        assert.equal(status, 200)
      }
      await flooded('share_links', () => repeat(40, open), most, await elsewhere())
    })

  for (const [whose, tokens, most] of [
    ['one token', 1, 4],
    ['an address', 10, 8],
  ] as const)
    test(`sessions are looked up ${most} at a time for ${whose}`, async () => {
      const ask = async (n: number) => {
        const they = new Client(at.server.url)
        they.headers = { 'auth-token': `token-${n % tokens}`, 'x-forwarded-for': '203.0.113.9' }
        await they.send('GET /apps/users/is_user_logged_in', {})
      }
      const others = async () => {
        const link = at.visitorOf({ unique_name: 'x'.repeat(22) })
        await link.client.send('GET /apps/share_links/info/{unique_name}', { unique_name: 'x'.repeat(22) })
      }
      await flooded('sessions', () => repeat(60, ask), most, others)
    })
})

test('pages whose first call would wait for a turn are sent without its answer, so that they hold up no other page', async () => {
  const { user, they } = await newUser()
  const file = await at.make.file({ owner: user })
  const { they: other } = await newUser()
  const page = async (who: Client, network: string) => {
    const reader = new Client(at.server.url)
    reader.headers = { ...who.headers, 'x-forwarded-for': network, 'user-agent': 'Mozilla/5.0 Chrome/140' }
    const { status, body } = await reader.request('GET', '/')
    assert.equal(status, 200)
    return String(body).includes('"frequent_used_items"')
  }
  assert.equal(await page(they, '203.0.113.30'), true)
  const comments = () => they.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })
  await flooded(
    'comments',
    () => repeat(40, comments),
    4,
    async () => {
      const sessions = await Promise.all([they, await at.signIn(user), await at.signIn(user)])
      const seen: boolean[] = []
      const held = sessions.flatMap((who) => repeat(4, (n) => page(who, `203.0.${113 + (n % 2)}.31`)))
      for (const each of [page(other, '198.51.100.30'), ...held])
        void each.then((hasAnswer) => seen.push(hasAnswer === true))
      await until('all pages', () => seen.length > held.length)
      assert.equal(seen.filter((hasAnswer) => hasAnswer).length, 1)
    },
  )
})

/** A user with a file to comment on. */
async function speaker(enterprise?: EnterpriseRow) {
  const { user, they } = await newUser(enterprise)
  return { they, item: `file_${(await at.make.file({ owner: user })).id}`, enterpriseId: user.enterprise_id }
}

describe('writing calls', () => {
  for (const [whose, count, most] of [
    ['one user', 1, 4],
    ['one enterprise', 3, 7],
  ] as const)
    test(`of ${whose} run ${most} at a time and leave places to the others`, async () => {
      const speakers = await Promise.all(Array.from({ length: count }, () => speaker(at.enterprise)))
      const comment = ({ they, item }: (typeof speakers)[number]) =>
        repeat(15, () =>
          they.call('POST /apps/comments/create', { item_typed_id: item as `file_${number}`, content: '好' }),
        )
      await flooded('comments', () => speakers.flatMap(comment), most, await writingElsewhere())
    })

  test('that wait for a mail server or a directory run eight at a time for one enterprise, four for one user', async () => {
    const { user: member } = await newUser(at.enterprise)
    const input = { user_id: member.id, token: 'A'.repeat(43) }
    const owners = await Promise.all(
      [1, 2, 3].map(async () => at.signIn(await at.make.user({ enterprise: at.enterprise, role: 'owner' }))),
    )
    const mail = (they: Client) => repeat(10, () => they.send('POST /admin/people/mail_link', input))
    await flooded('sign_in_links', () => mail(owners[0]!), 4, await writingElsewhere())
    await flooded(
      'sign_in_links',
      () => owners.flatMap(mail),
      8,
      () => Promise.resolve(),
    )
  })
})

async function record({ they, item }: { they: Client; item: string }, body: string): Promise<string> {
  const response = await fetch(`${at.server.url}/api/apps/comments/create_voice?item_typed_id=${item}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', ...they.headers, 'content-type': 'audio/webm' },
    body,
  })
  return response.text()
}

test('[COMM-06] the recordings of one enterprise leave places in memory to the others', async () => {
  const begin = ({ they, item }: { they: Client; item: string }) => {
    const request = http.request(`${at.server.url}/api/apps/comments/create_voice?item_typed_id=${item}`, {
      method: 'POST',
      headers: { 'X-Requested-With': 'XMLHttpRequest', ...they.headers, 'content-length': 4_000_000 },
    })
    request.on('error', () => {})
    const refused = new Promise<string>((resolve) => {
      request.on('response', (answer) => {
        let body = ''
        answer.on('data', (chunk) => (body += String(chunk))).on('end', () => resolve(body))
      })
    })
    request.flushHeaders()
    return { refused, end: () => request.destroy() }
  }
  const colleagues = await Promise.all(Array.from({ length: 12 }, () => speaker(at.enterprise)))
  const sent = colleagues.map(begin)
  const refusals: string[] = []
  for (const { refused } of sent) void refused.then((body) => refusals.push(body))
  await until('six are refused', () => refusals.length >= 6)
  assert.match(await record(await speaker(), ''), /invalid_request/)
  assert.equal(refusals.length, 6)
  for (const body of refusals) assert.match(body, /asked_too_often/)
  for (const { end } of sent) end()
})

test('[COMM-06] one recording of an enterprise is converted at a time, so that another enterprise has a place', async () => {
  const { previews } = at.server.deps
  const begun: number[] = []
  const over = gate()
  const convert = previews.voice.bind(previews)
  previews.voice = async (enterpriseId) => {
    begun.push(enterpriseId)
    await over.opened
    return null
  }
  try {
    const colleagues = await Promise.all(Array.from({ length: 7 }, () => speaker(at.enterprise)))
    const refused: string[] = []
    const sent = colleagues.map((each) =>
      record(each, 'x').then((body) => void (body.includes('asked_too_often') && refused.push(body))),
    )
    await until('six wait', () => refused.length > 0 && begun.length > 0)
    const other = await speaker()
    sent.push(record(other, 'x').then(() => undefined))
    await until('the recording of another enterprise', () => begun.includes(other.enterpriseId))
    assert.deepEqual(begun, [at.enterprise.id, other.enterpriseId])
    over.open()
    await Promise.all(sent)
  } finally {
    over.open()
    previews.voice = convert
  }
})
