import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { officeToken } from '../../../server/crypto/officeTokens'
import { HostClient, openPage, type HostAnswer } from '../../support/office/HostClient'
import { OfficeWorld } from '../../support/office/OfficeWorld'
import { PlayedOffice, signatureOf, type Signing } from '../../support/office/PlayedOffice'

const world = new OfficeWorld()
const start = world.now
before(() => world.open())
beforeEach(() => {
  world.now = start
})
after(() => world.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Every call of the protocol, in an order in which each would succeed. */
const calls: [name: string, call: (host: HostClient) => Promise<HostAnswer>][] = [
  ['CheckFileInfo', (host) => host.send()],
  ['GetFile', (host) => host.read()],
  ['GetLock', (host) => host.act('GET_LOCK')],
  ['Lock', (host) => host.lock('L')],
  ['RefreshLock', (host) => host.act('REFRESH_LOCK', { 'x-wopi-lock': 'L' })],
  ['UnlockAndRelock', (host) => host.lock('L', 'L')],
  ['PutFile', (host) => host.put('new', 'L')],
  ['RenameFile', (host) => host.act('RENAME_FILE', { 'x-wopi-lock': 'L', 'x-wopi-requestedname': 'renamed' })],
  [
    'PutRelativeFile',
    (host) => host.act('PUT_RELATIVE', { 'x-wopi-suggestedtarget': 'copy.docx' }, { body: Buffer.from('copy') }),
  ],
  ['Unlock', (host) => host.act('UNLOCK', { 'x-wopi-lock': 'L' })],
]

/** Sends every call, and fails unless each has the status, says nothing, and changes nothing. */
async function assertRefused(host: HostClient, status: number | Record<string, number>, fileId: number) {
  const { deps } = world.server
  const facts = async () => ({
    item: await deps.db.selectFrom('items').selectAll().where('id', '=', fileId).executeTakeFirst(),
    items: (await deps.db.selectFrom('items').select('id').execute()).length,
    locks: await deps.db.selectFrom('office_locks').selectAll().where('item_id', '=', fileId).execute(),
  })
  const before = await facts()
  const found: Record<string, number> = {}
  for (const [name, call] of calls) {
    const answer = await call(host)
    found[name] = answer.status
    assert.doesNotMatch(answer.bytes.toString(), /报告|first|secret/, name)
    assert.doesNotMatch(answer.headers['x-wopi-lock'] ?? '', /./, name)
  }
  assert.deepEqual(
    found,
    typeof status === 'number' ? Object.fromEntries(calls.map(([name]) => [name, status])) : status,
  )
  assert.deepEqual(await facts(), before)
}

describe('[DOC-10] a token is for one file, one user and one session, and ends', () => {
  test('all calls succeed with a token of the page', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    for (const [name, call] of calls) assert.equal((await call(host)).status, 200, name)
  })

  test('no token, an altered one, one of another file or user, and one of another purpose are refused', async () => {
    const { they, other, owner, file, folder } = await world.file()
    const second = await world.make.file({ parent: folder }, { name: 'secret.docx' })
    const host = await world.edit(they, file.id)
    const { sign } = world.server.deps
    const [, user, session, expires, signature] = host.token.split('.')
    const foreign = await world.edit(they, second.id)
    for (const token of [
      '',
      'null',
      `${host.token}x`,
      host.token.slice(0, -1) + (host.token.endsWith('A') ? 'B' : 'A'),
      [second.id, user, session, expires, signature].join('.'),
      [file.id, owner.id, session, expires, signature].join('.'),
      [file.id, user, Number(session) + 1, expires, signature].join('.'),
      [file.id, user, session, Number(expires) + HOUR, signature].join('.'),
      `0${host.token}`,
      foreign.token,
      `${file.id}.${other.id}.${session}.${expires}.${sign.token('other', `${file.id}.${other.id}.${session}.${expires}`)}`,
    ])
      await assertRefused(new HostClient(world.office, host.source, token), 401, file.id)
    await assertRefused(new HostClient(world.office, foreign.source, host.token), 401, second.id)
  })

  test('the id of the file in the address is read in one way only', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    for (const id of [`0${file.id}`, `${file.id}.0`, `+${file.id}`, `%20${file.id}`, `${file.id}%00`]) {
      const other = new HostClient(world.office, host.source.replace(/\d+$/, id), host.token)
      assert.equal((await other.send()).status, 401, id)
    }
  })

  test('several tokens in one address, and one in the address against one in the header, are no choice', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    const twice = new HostClient(world.office, host.source, host.token)
    const answer = await fetch(`${twice.source}?access_token=${twice.token}&access_token=${twice.token}`)
    assert.equal(answer.status, 401)
    const header = await host.send({ tokenIn: 'header' })
    assert.equal(header.status, 200)
    const wrong = new HostClient(world.office, host.source, 'wrong')
    assert.equal((await wrong.send({ headers: { authorization: `Bearer ${host.token}` } })).status, 401)
  })

  test('a token lasts ten hours', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    world.pass(10 * HOUR - 1)
    assert.equal((await host.send()).status, 200)
    world.pass(1)
    await assertRefused(host, 401, file.id)
  })

  test('a copy’s token ends with the token that made it', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    world.pass(9 * HOUR)
    const body = Buffer.from('copy')
    const { bytes } = await host.act('PUT_RELATIVE', { 'x-wopi-suggestedtarget': 'copy.docx' }, { body })
    const url = new URL((JSON.parse(bytes.toString()) as { Url: string }).Url)
    const copy = new HostClient(world.office, url.origin + url.pathname, url.searchParams.get('access_token') ?? '')
    assert.equal((await copy.info()).UserCanWrite, true)
    world.pass(HOUR)
    assert.equal((await copy.send()).status, 401)
  })

  test('signing out, an ended account and an expired plan end it', async () => {
    const { db } = world.server.deps
    const signOut = await world.file()
    const host = await world.edit(signOut.they, signOut.file.id)
    await signOut.they.call('POST /apps/users/logout', {})
    await assertRefused(host, 401, signOut.file.id)

    const ended = await world.file()
    const second = await world.edit(ended.they, ended.file.id)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', ended.other.id).execute()
    await assertRefused(second, 401, ended.file.id)

    const plan = await world.file()
    const third = await world.edit(plan.they, plan.file.id)
    await db.updateTable('enterprises').set({ expires_at: world.now }).where('id', '=', plan.enterprise.id).execute()
    await assertRefused(third, 401, plan.file.id)
  })

  test('a token gives nothing but the file’s calls, and a session gives none of them', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    const asSession = { authorization: `Bearer ${host.token}`, 'auth-token': host.token }
    const list = await fetch(`${world.server.url}/api/apps/files/get_info?item_typed_id=file_${file.id}`, {
      headers: asSession,
    })
    assert.equal(list.status, 401)
    const bySession = await fetch(host.source, { headers: they.headers })
    assert.equal(bySession.status, 401)
  })
})

describe('[DOC-10] only the service signs', () => {
  const refusals: [what: string, signing: (host: HostClient) => Signing | null][] = [
    ['no signature', () => null],
    ['empty signatures', () => ({ proof: '', proofOld: '' })],
    ['no base64', () => ({ proof: '***', proofOld: '***' })],
    ['the signature of another address', (host) => ({ url: `${host.source}0` })],
    ['the signature of another token', () => ({ token: 'other' })],
    [
      'a foreign key',
      (host) => {
        const url = `${host.source}?access_token=${host.token}`
        const timestamp = world.office.sign(url, host.token)['x-wopi-timestamp']!
        const proof = signatureOf(PlayedOffice.foreign, { token: host.token, url, timestamp })
        return { proof, proofOld: proof }
      },
    ],
    ['a signature of 21 minutes ago', () => ({ at: new Date(world.now.getTime() - 21 * MINUTE) })],
    ['a signature of 21 minutes ahead', () => ({ at: new Date(world.now.getTime() + 21 * MINUTE) })],
  ]
  for (const [what, signing] of refusals)
    test(`${what} is refused with 500`, async () => {
      const { they, file } = await world.file()
      const host = await world.edit(they, file.id)
      for (const path of ['', '/contents'] as const) {
        const answer = await host.send({ path, signing: signing(host) })
        assert.deepEqual([answer.status, answer.bytes.length], [500, 0])
      }
      const put = await host.put('new', undefined, { signing: signing(host) })
      assert.equal(put.status, 500)
      assert.equal((await world.versionsOf(they, file.id)).length, 1)
    })

  test('a recorded request cannot be sent again after 20 minutes, nor for another call', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    const recorded = world.office.sign(`${host.source}?access_token=${host.token}`, host.token)
    const replay = (path: '' | '/contents' = '') => host.send({ path, signing: null, headers: recorded })
    assert.equal((await replay()).status, 200)
    assert.equal((await replay('/contents')).status, 500)
    world.pass(20 * MINUTE + 1)
    assert.equal((await replay()).status, 500)
  })

  test('a time that is no number, or beyond all numbers, is refused', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    for (const time of ['', 'now', '-1', '1e18', '9'.repeat(19), '9'.repeat(400)])
      assert.equal((await host.send({ headers: { 'x-wopi-timestamp': time } })).status, 500, time)
  })
})

describe('[DOC-10] rights are asked for each time', () => {
  test('a right that is withdrawn while somebody edits ends writing, and the text stays what it was', async () => {
    const { they, me, file, collab } = await world.file()
    const host = await world.edit(they, file.id)
    assert.equal((await host.lock('L')).status, 200)
    await world.setRole(collab.id, 'viewer')
    assert.deepEqual(
      [(await host.info()).UserCanWrite, (await host.info()).ReadOnly, (await host.info()).UserCanRename],
      [false, true, false],
    )
    assert.equal((await host.put('new', 'L')).status, 404)
    assert.equal((await host.act('REFRESH_LOCK', { 'x-wopi-lock': 'L' })).status, 404)
    assert.equal((await host.lock('M', 'L')).status, 404)
    assert.equal((await host.act('RENAME_FILE', { 'x-wopi-lock': 'L', 'x-wopi-requestedname': 'x' })).status, 404)
    const copy = { body: Buffer.from('copy') }
    assert.equal((await host.act('PUT_RELATIVE', { 'x-wopi-suggestedtarget': '.docx' }, copy)).status, 404)
    assert.equal((await host.read()).status, 200)
    assert.equal((await world.versionsOf(me, file.id)).length, 1)
    // Nobody is kept out by what the former editor left.
    assert.equal((await host.act('UNLOCK', { 'x-wopi-lock': 'L' })).status, 200)
  })

  test('roles that may not download, and people outside, get nothing, also by an earlier token', async () => {
    const { they, file, collab } = await world.file()
    const host = await world.edit(they, file.id)
    for (const role of ['previewer', 'previewer_uploader', 'uploader'] as const) {
      await world.setRole(collab.id, role)
      await assertRefused(host, 404, file.id)
    }
    await world.server.deps.db.deleteFrom('collabs').where('id', '=', collab.id).execute()
    await assertRefused(host, 404, file.id)
  })

  test('the page gives no token to those who may not edit, nor to strangers or signed-out people', async () => {
    const { they, me, file, collab, folder } = await world.file('viewer')
    const stranger = (await world.file()).me
    for (const role of ['viewer', 'viewer_uploader', 'previewer', 'uploader'] as const) {
      await world.setRole(collab.id, role)
      const page = await openPage(they, file.id)
      assert.deepEqual([role, page.status, page.token], [role, 403, ''])
    }
    const other = await openPage(stranger, file.id)
    const missing = await openPage(stranger, 999_999_999)
    assert.deepEqual([other.status, other.html], [403, missing.html])
    assert.equal((await openPage(me, folder.id)).status, 403)
    const nobody = await fetch(`${world.server.url}/office/${file.id}`, { redirect: 'manual' })
    assert.deepEqual([nobody.status, nobody.headers.get('location')], [302, '/'])
  })

  const withheld: [what: string, fields: object][] = [
    ['encrypted', { is_encrypted: true }],
    ['waiting for the virus scan', { scanned: 1 }],
  ]
  for (const [what, fields] of withheld)
    test(`a file that is ${what} leaves the server for nobody`, async () => {
      const { they, file } = await world.file()
      const host = await world.edit(they, file.id)
      await world.server.deps.db.updateTable('items').set(fields).where('id', '=', file.id).execute()
      assert.equal((await openPage(they, file.id)).status, 403)
      await assertRefused(host, 404, file.id)
    })

  test('a file in the recycle bin is gone for the service, and is there again after it was restored', async () => {
    const { they, me, file, typedId } = await world.file()
    const host = await world.edit(they, file.id)
    assert.equal((await host.lock('L')).status, 200)
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedId] })
    for (const [name, call] of calls) assert.equal((await call(host)).status, 404, name)
    await me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typedId] })
    assert.equal((await host.put('new', 'L')).status, 200)
  })

  test('a token made by hand for somebody without rights opens nothing', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    const stranger = await world.file()
    const [, , , expires] = (await world.edit(stranger.they, stranger.file.id)).token.split('.')
    const session = (await world.edit(stranger.they, stranger.file.id)).token.split('.')[2]
    const holder = {
      fileId: file.id,
      userId: stranger.other.id,
      sessionId: Number(session),
      expiresAt: Number(expires),
    }
    const token = officeToken(world.server.deps.sign, holder)
    await assertRefused(new HostClient(world.office, host.source, token), 404, file.id)
  })
})
