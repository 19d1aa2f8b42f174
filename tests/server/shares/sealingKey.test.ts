import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ShareSettings } from '@/domain/shares/settings'
import { settingFields } from '@/domain/shares/createPayload'
import { createEncrypter } from '../../../server/crypto/encryption'
import { keyOf, makeKey, sealingKey, signingKey } from '../../../server/crypto/secrets'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { makeLink, Visitor } from '../../support/shares/shares'
import { openSettings } from '../../support/shares/shareTable'
import { startTestServer, type TestServer } from '../../support/testServer'

describe('the key that encrypts passwords of links', () => {
  async function withFolder(run: (folder: string) => Promise<void>) {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-key-'))
    try {
      await run(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  test('it is created once with 32 bytes, in a file that only its account can read', () =>
    withFolder(async (folder) => {
      const key = await sealingKey(join(folder, 'data'))
      assert.equal(key.length, 32)
      assert.equal((await stat(join(folder, 'data', 'sealing.key'))).mode & 0o777, 0o600)
      assert.deepEqual(await sealingKey(join(folder, 'data')), key)
    }))

  test('servers that start on a folder together use the same key, and leave no other file', () =>
    withFolder(async (folder) => {
      const keys = await Promise.all(Array.from({ length: 30 }, () => sealingKey(folder)))
      assert.equal(new Set(keys.map((key) => key.toString('base64'))).size, 1)
      assert.deepEqual(await readdir(folder), ['sealing.key'])
    }))

  test('a server that found no key a moment before does not replace it', () =>
    withFolder(async (folder) => {
      const key = await sealingKey(folder)
      assert.deepEqual(keyOf(await makeKey(folder)), key)
      assert.deepEqual(await sealingKey(folder), key)
    }))

  test('an invalid key file stops the start and is not changed', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'sealing.key'), 'half a k')
      await assert.rejects(sealingKey(folder), /sealing\.key holds no key/)
      assert.equal(await readFile(join(folder, 'sealing.key'), 'utf8'), 'half a k')
    }))
})

describe('passwords of links', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())

  async function protectedLink() {
    const user = await make.user({ enterprise: await freeEnterprise({ server, make }) })
    const me = await client(server).as(user.login)
    const link = await makeLink(me, await make.file({ owner: user }), { password: 'k7m3', password_protected: true })
    return { me, link }
  }

  const sealedOf = async ({ id }: { id: number }) =>
    (
      await server.deps.db
        .selectFrom('share_links')
        .select('password_sealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).password_sealed!

  test('cannot be read from the contents of the database', async () => {
    const { link } = await protectedLink()
    const [sealed, place] = [await sealedOf(link), `share_link:${link.unique_name}`]
    const { db, config } = server.deps
    assert.equal(createEncrypter(await signingKey(db)).decrypt(sealed, place), null)
    assert.equal(createEncrypter(await sealingKey(config.dataFolder)).decrypt(sealed, place), 'k7m3')
  })

  describe('after losing the key', () => {
    /** Replaces the password with one encrypted by another key. */
    async function unreadable() {
      const { me, link } = await protectedLink()
      const sealed = createEncrypter(randomBytes(32)).encrypt('k7m3', `share_link:${link.unique_name}`)
      await server.deps.db
        .updateTable('share_links')
        .set({ password_sealed: sealed })
        .where('id', '=', link.id)
        .execute()
      return { me, link }
    }
    const edit = async (me: Client, { id }: { id: number }, settings: Partial<ShareSettings>) =>
      (
        await me.call('POST /apps/share_links/edit', {
          share_link_id: id,
          ...settingFields({ ...openSettings, ...settings }),
        })
      ).share_link
    const open = ({ unique_name: name }: { unique_name: string }, password?: string) =>
      new Visitor(server.url, name).open(password)

    test('are not shown, and are still required from visitors', async () => {
      const { me, link } = await unreadable()
      const { share_link: seen } = await me.call('GET /apps/share_links/get', { share_link_id: link.id })
      assert.equal(seen.password, '')
      assert.equal(seen.password_protected, true)
      await new Visitor(server.url, link.unique_name).refusedToOpen('share_link_invalid_password')
      await open(link, 'k7m3')
    })

    test('stay when other settings change', async () => {
      const { me, link } = await unreadable()
      const visitor = new Visitor(server.url, link.unique_name)
      await visitor.open('k7m3')
      const edited = await edit(me, link, { password_protected: true, description: '请看' })
      assert.equal(edited.password_protected, true)
      assert.equal(edited.description, '请看')
      await visitor.open()
      await new Visitor(server.url, link.unique_name).refusedToOpen('share_link_invalid_password')
    })

    test('are replaced by a new one, which is shown', async () => {
      const { me, link } = await unreadable()
      const edited = await edit(me, link, { password_protected: true, password: 'n4p8' })
      assert.equal(edited.password, 'n4p8')
      await new Visitor(server.url, link.unique_name).refusedToOpen('share_link_invalid_password', 'k7m3')
      await open(link, 'n4p8')
    })

    test('are removed on request', async () => {
      const { me, link } = await unreadable()
      assert.equal((await edit(me, link, {})).password_protected, false)
      await open(link)
    })
  })

  test('with a readable one, an edit must send a password', async () => {
    const { me, link } = await protectedLink()
    const input = { share_link_id: link.id, ...settingFields({ ...openSettings, password_protected: true }) }
    await me.refused('POST /apps/share_links/edit', input, 'share_password_required')
  })
})
