import assert from 'node:assert/strict'
import http from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { KeyedSemaphore } from '../../../server/limits/KeyedSemaphore'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { lockNames } from '../../../server/queries/items/freeNames'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { manifestText, scriptOf } from '../../support/builtPage'
import { Client } from '../../support/client'
import { Sharing } from '../../support/shares/sharing'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
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
  at = await Sharing.open({ config: { trustProxy: true }, webFolder })
})
after(async () => {
  await at?.close()
  await rm(webFolder, { recursive: true, force: true })
})

describe('turns on several levels', () => {
  /** Starts tasks in order and returns the order in which they begin; each task ends before the next may begin. */
  async function orderOf(turns: KeyedSemaphore<string>, keys: readonly (readonly string[])[]) {
    const begun: string[] = []
    const over = gate()
    const tasks = keys.map((key) =>
      turns.run(key, async () => {
        begun.push(key.join(''))
        await over.opened
      }),
    )
    over.open()
    await Promise.all(tasks)
    return begun
  }

  test('go round the enterprises, then round the users of each', async () => {
    const turns = new KeyedSemaphore<string>([1, 1], 1)
    const many = (count: number, ...key: string[]) => Array.from({ length: count }, () => key)
    const keys = [...many(4, 'a', '1'), ...many(2, 'a', '2'), ...many(2, 'b', '1')]
    assert.deepEqual(await orderOf(turns, keys), ['a1', 'a1', 'b1', 'a2', 'b1', 'a1', 'a2', 'a1'])
  })

  test('respect the limit of every level, and free every place again', async () => {
    const turns = new KeyedSemaphore<string>([3, 2], 4)
    const taken = (...key: string[]) => turns.tryAcquire(key)
    const held = [taken('a', '1'), taken('a', '1'), taken('a', '2'), taken('b', '1')]
    assert.ok(held.every((release) => release !== null))
    for (const key of [
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
      ['c', '1'],
    ])
      assert.equal(turns.tryAcquire(key), null)
    for (const release of held) {
      release!()
      release!()
    }
    const again = [taken('a', '1'), taken('a', '1'), taken('a', '2'), taken('b', '1')]
    assert.ok(again.every((release) => release !== null))
    again[3]!()
    assert.equal(taken('a', '2'), null)
    assert.notEqual(taken('b', '2'), null)
  })

  test('a failing task frees its place', async () => {
    const turns = new KeyedSemaphore<string>([1, 1], 1)
    await assert.rejects(turns.run(['a', '1'], () => Promise.reject(new Error('failed'))))
    assert.equal(await turns.run(['b', '1'], () => Promise.resolve('next')), 'next')
  })
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
    await others()
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

describe('reading calls', () => {
  const comments = (they: Client, item: { id: number }) => () =>
    they.call('GET /apps/files/comments', { item_typed_id: `file_${item.id}` })

  test('of one user run four at a time', async () => {
    const { user, they } = await newUser()
    const file = await at.make.file({ owner: user })
    await flooded('comments', () => repeat(40, comments(they, file)), 4, await elsewhere())
  })

  for (const [whose, enterprise] of [
    ['one enterprise', () => at.enterprise],
    ['personal accounts', () => at.make.enterprise({ is_personal: true })],
  ] as const)
    test(`of ${whose} leave places to the others, however many users read`, async () => {
      const users = await Promise.all([1, 2, 3].map(async () => newUser(await enterprise())))
      const files = await Promise.all(users.map(({ user }) => at.make.file({ owner: user })))
      const sent = () => users.flatMap(({ they }, n) => repeat(15, comments(they, files[n]!)))
      await flooded('comments', sent, 6, await elsewhere())
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
  ]
  for (const [source, addressOf, most] of sources)
    test(`40 openings of a link from ${source} run ${most} at a time`, async () => {
      const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
      const open = async (n: number) => {
        const { client } = at.visitorOf(link)
        client.headers['x-forwarded-for'] = addressOf(n)
        await client.send('GET /apps/share_links/info/{unique_name}', { unique_name: link.unique_name })
      }
      await flooded('share_links', () => repeat(40, open), most, await elsewhere())
    })

  test('the pages of a link are made four at a time for an address', async () => {
    const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
    const open = async (n: number) => {
      const { client } = at.visitorOf(link)
      client.headers['x-forwarded-for'] = `2001:db8:52:1::${n.toString(16)}`
      client.headers.cookie = `other=${n}`
      const { status } = await client.request('GET', `/share/${link.unique_name}`)
      assert.equal(status, 200)
    }
    await flooded('share_links', () => repeat(40, open), 4, await elsewhere())
  })

  test('sessions are looked up four at a time for one token, and eight at a time for an address', async () => {
    const ask = async (n: number) => {
      const they = new Client(at.server.url)
      they.headers = { 'auth-token': `token-${n % 10}`, 'x-forwarded-for': '203.0.113.9' }
      await they.send('GET /apps/users/is_user_logged_in', {})
    }
    await flooded(
      'sessions',
      () => repeat(60, ask),
      8,
      async () => {
        const link = at.visitorOf({ unique_name: 'x'.repeat(22) })
        await link.client.send('GET /apps/share_links/info/{unique_name}', { unique_name: 'x'.repeat(22) })
      },
    )
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

test('writing calls of one enterprise leave places to the others', async () => {
  const users = await Promise.all([1, 2, 3, 4].map(() => newUser(at.enterprise)))
  const { user: other, they } = await newUser()
  const [mine, target] = [await at.make.folder({ owner: other }), await at.make.folder({ owner: users[0]!.user })]
  for (const { user } of users.slice(1)) await at.make.collab(target, { user }, 'editor')
  const files = await Promise.all(users.map(({ user }) => at.make.file({ owner: user })))
  const { db } = at.server.deps
  const [held, over] = [gate(), gate()]
  const holding = db.transaction().execute(async (holder) => {
    await lockNames(holder, target.id)
    held.open()
    await over.opened
  })
  await held.opened
  const copies = users.flatMap(({ they: writer }, n) =>
    repeat(10, () =>
      writer.call('POST /apps/files/copy', { item_typed_ids: [`file_${files[n]!.id}`], target_folder_id: target.id }),
    ),
  )
  try {
    await until('seven wait', async () => (await waiting()) >= 7)
    for (let n = 0; n < 3; n += 1)
      await they.call('POST /apps/files/copy', { item_typed_ids: [`folder_${mine.id}`], target_folder_id: 0 })
    assert.equal(await waiting(), 7)
  } finally {
    over.open()
  }
  await holding
  assert.equal((await Promise.all(copies)).length, 40)
})

/** A user with a file to comment on. */
async function speaker(enterprise?: EnterpriseRow) {
  const { user, they } = await newUser(enterprise)
  return { they, item: `file_${(await at.make.file({ owner: user })).id}`, enterpriseId: user.enterprise_id }
}

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
