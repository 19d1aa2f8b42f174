import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import { typedIdOf } from '../../support/shares/shares'
import { codeOf } from '../../support/shares/sharing'
import { until } from '../../support/until'
import type { Answer } from '../../support/client'
import { deepTest, sample, sampleOfEach } from '../../support/deep'
import { VisitorWorld, type Asker, type Credential } from '../rig/VisitorWorld'
import { MARK, type Thing } from '../rig/things'

/*
 * No representation, thumbnail, page picture, list, version, archive entry, comment, sibling, search hit or ZIP of a shared or unshared
 * item is given out without its grant. The calls come from the contract, so that new calls are tested without a change here. The items
 * lie in a folder in which every name and text is a mark.
 */

const names = Object.keys(calls) as CallName[]
const sharing = names.filter((name) => 'share_link_token' in calls[name].request.properties)
const askers: readonly Asker[] = ['anonymous', 'stranger']

/** Calls that answer nothing about an item, with any credentials. */
const ofNoItem: readonly CallName[] = ['GET /apps/users/get_base_info', 'GET /apps/users/get_share_user_info']
/** Calls that answer only success, or a token alone. */
const ofNothing: readonly CallName[] = [...ofNoItem, 'POST /apps/share_links/report', 'GET /yiqixie/get_access_url']
/** Calls that need a session. */
const ofUsers: readonly CallName[] = ['POST /apps/files/copy']
/** Calls that end the caller's session. */
const ending: readonly CallName[] = ['POST /apps/users/logout', 'POST /apps/users/sessions/end_others']

/** Time limit for making any preview of a file, ms. */
const MAKING = 60_000

/** Number of wrong credentials per call when not deep. */
const CREDENTIALS = 3

let world: VisitorWorld

before(async () => {
  world = await VisitorWorld.open()
})
beforeEach(() => world.renew())
after(() => world?.close())

function ask(name: CallName, input: object, { token, grant }: Credential, asker: Asker): Promise<Answer> {
  const { client } = world.at.visitorOf({ unique_name: token })
  client.headers = { ...client.headers, ...world.askers[asker].headers, 'x-share-grant': grant }
  if (grant === '') delete client.headers['x-share-grant']
  return client.send(name, { ...input, scenario: 'share', ...(token !== '' && { share_link_token: token }) })
}

const everything = () => [...world.shown, ...world.hidden]
const marksIn = ({ body, headers }: Answer) =>
  [...`${JSON.stringify([...headers])} ${JSON.stringify(body)}`.matchAll(MARK)].map(([mark]) => mark)
const marksOf = (things: readonly Thing[]) => new Set(things.flatMap(({ marks }) => Object.values(marks).flat()))

/** Rows that unauthorised requests must not create. */
async function written() {
  const { db } = world.at.server.deps
  const count = async (table: 'items' | 'packs' | 'share_saves' | 'share_reports' | 'jobs') => {
    const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
    const counted = table === 'jobs' ? query.where('kind' as never, '=', 'relocation' as never) : query
    return Number((await counted.executeTakeFirstOrThrow()).count)
  }
  const { preview_count, download_count } = await db
    .selectFrom('share_links')
    .select(['preview_count', 'download_count'])
    .where('id', '=', world.link.id)
    .executeTakeFirstOrThrow()
  return [
    await count('items'),
    await count('packs'),
    await count('share_saves'),
    await count('share_reports'),
    await count('jobs'),
    preview_count,
    download_count,
  ]
}

describe('[LAND-01] without its grant no information about an item is given out', () => {
  for (const asker of askers) {
    test(`for ${asker}, ${sharing.length} calls of the share scenario are refused and change nothing`, async () => {
      const found = new Set<string>()
      const credentials = sample(await world.wrong(asker), CREDENTIALS)
      for (const credential of credentials) {
        const before = await written()
        for (const name of sharing) {
          for (const { thing, input, isJudged } of world.inputsOf(name, everything())) {
            const answer = await ask(name, input, credential, asker)
            const request = `${name} with ${credential.name}, ${thing?.key ?? 'nothing named'}`
            if (answer.status !== 200) found.add(`${answer.status} ← ${request}`)
            if (
              codeOf(answer) === 'success' &&
              !ofNoItem.includes(name) &&
              !isCovered(credential, isJudged ? thing : null)
            )
              found.add(`not refused ← ${request}`)
            const covered = marksOf(everything().filter((each) => isCovered(credential, each)))
            for (const mark of marksIn(answer)) if (!covered.has(mark)) found.add(`${mark} ← ${request}`)
          }
        }
        const isWritten = !isCovered(credential, null) && String(await written()) !== String(before)
        if (isWritten) found.add(`left something ← ${credential.name}`)
      }
      assert.deepEqual([...found], [])
    })
  }

  /** A link of another folder shows that folder. */
  function isCovered({ name }: Credential, thing: Thing | null): boolean {
    if (name !== 'token and grant of the folder beside it') return false
    return thing === null || thing.key === 'a folder beside it' || thing.key === 'a file in the folder beside it'
  }
})

describe('with its grant', () => {
  for (const asker of askers) {
    test(`for ${asker}, no call of the contract gives out anything that the link does not show`, async () => {
      const found = new Set<string>()
      const forbidden = marksOf(world.hidden)
      const credential = await world.valid(asker)
      for (const name of names.filter((each) => !ending.includes(each))) {
        const isSharing = sharing.includes(name)
        // security/access/matrix.test.ts asks the calls that are not for visitors about items in every state.
        const others = sampleOfEach(everything(), (thing) => `${thing.kind} ${world.shown.includes(thing)}`)
        const things = isSharing ? world.hidden : others
        for (const { thing, input } of world.inputsOf(name, things)) {
          const answer = await ask(name, input, credential, asker)
          const request = `${name}, ${thing?.key ?? 'nothing named'}`
          if (answer.status >= 500) found.add(`${answer.status} ← ${request}`)
          // A call that is not for visitors gives them nothing at all.
          const isKept = (mark: string) => forbidden.has(mark) || (!isSharing && marksOf(world.shown).has(mark))
          for (const mark of marksIn(answer)) if (isKept(mark)) found.add(`${mark} ← ${request}`)
        }
      }
      assert.deepEqual([...found], [])
    })

    const meant = asker === 'stranger' ? test : deepTest
    meant(`for ${asker}, every call of the share scenario succeeds, so that refusals are meaningful`, async () => {
      const credential = await world.valid(asker)
      const silent: string[] = []
      for (const name of sharing.filter((each) => asker === 'stranger' || !ofUsers.includes(each))) {
        const outcomes = new Set<string>()
        const isTold = async () => {
          for (const { thing, input } of world.inputsOf(name, world.shown)) {
            if (!thing && 'file_id' in input) continue
            const answer = await ask(name, input, credential, asker)
            const isTelling = marksIn(answer).length > 0 || JSON.stringify(answer.body).includes('/api/')
            outcomes.add(isTelling || ofNothing.includes(name) ? codeOf(answer) : 'nothing')
          }
          return outcomes.has('success')
        }
        // On a busy machine a list or picture can take longer than an answer waits.
        await until(name, isTold, MAKING).catch(() => silent.push(`${name}: ${[...outcomes].join()}`))
      }
      assert.deepEqual(silent, [])
    })
  }
})

describe('earlier addresses end with their preconditions', () => {
  const set = (values: object) => () =>
    world.at.server.deps.db.updateTable('share_links').set(values).where('id', '=', world.link.id).execute()
  const shared = () => ({ id: Number(world.named('the shared folder').id) })
  const ends: Record<string, { end(): Promise<unknown>; back(): Promise<unknown> }> = {
    'the link was closed': { end: () => set({ closed_at: world.at.now })(), back: set({ closed_at: null }) },
    'an administrator closed the link': {
      end: () => set({ closed_by_administrator_at: world.at.now })(),
      back: set({ closed_by_administrator_at: null }),
    },
    'the link has expired': { end: () => set({ due_at: world.at.now })(), back: set({ due_at: null }) },
    'the password was changed': { end: set({ password_version: 9 }), back: set({ password_version: 1 }) },
    'the link waits for approval': { end: set({ approval_state: 1 }), back: set({ approval_state: 2 }) },
    'the link became a company link': { end: set({ access: 'company' }), back: set({ access: 'public' }) },
    'sharing the folder was disabled': {
      end: () => world.at.change(shared(), { share_disabled_for: 'all' }),
      back: () => world.at.change(shared(), { share_disabled_for: null }),
    },
    'the shared folder is in the trash': {
      end: () => deleted(world.at.now),
      back: () => deleted(null),
    },
    'the account of the link’s maker was deactivated': {
      end: () => active(false),
      back: () => active(true),
    },
  }
  const deleted = (at: Date | null) => {
    const by = at && world.at.owner.id
    return world.at.change(shared(), { deleted_at: at, deleted_by: by, deleted_space_owner_id: by })
  }
  const active = (is_active: boolean) =>
    world.at.server.deps.db.updateTable('users').set({ is_active }).where('id', '=', world.at.owner.id).execute()

  let addressList: string[]
  before(async () => {
    addressList = await addressesOf(await world.valid('anonymous'))
  })

  /** Addresses of a download, an archive, a rendition, a thumbnail and a gallery picture. */
  async function addressesOf(credential: Credential): Promise<string[]> {
    const [file, picture] = [world.named('a file'), world.named('a picture')]
    const folder = typedIdOf({ ...shared(), is_folder: true })
    const answers = [
      await ask('GET /apps/files/download', { file_id: file.id }, credential, 'anonymous'),
      await ask('POST /pack_download/download', { item_typed_ids: [folder] }, credential, 'anonymous'),
      await ask('GET /apps/representations/info', { file_id: file.id }, credential, 'anonymous'),
      await ask('GET /apps/files/get_sibling', { file_id: picture.id }, credential, 'anonymous'),
    ]
    const text = JSON.stringify(answers.map(({ body }) => body))
    const found = [...text.matchAll(/"(\/api\/[^"]*[?&]s=[^"]*)"/g)].map(([, path]) => path!)
    for (const part of [
      'files/download/content',
      'pack_download/content',
      'kind=pdf',
      'kind=image_128',
      'kind=image_1024',
    ])
      assert.ok(
        found.some((path) => path.includes(part)),
        part,
      )
    return [...new Set(found)]
  }

  const statuses = async (paths: readonly string[]) => {
    const statusLines: string[] = []
    for (const path of paths) {
      const { status, body } = await fetch(new URL(path, world.at.server.url))
      await body?.cancel()
      statusLines.push(`${status} ${path.split('?')[0]} ${/kind=\w+/.exec(path)?.[0] ?? ''}`)
    }
    return statusLines
  }

  test('earlier addresses work while nothing has changed', async () => {
    assert.deepEqual(
      (await statuses(addressList)).filter((line) => !line.startsWith('200')),
      [],
    )
  })

  for (const [what, { end, back }] of Object.entries(ends)) {
    test(what, async () => {
      await end()
      const refusedLines = await statuses(addressList)
      await back()
      assert.deepEqual(
        refusedLines.filter((each) => !each.startsWith('403')),
        [],
      )
    })
  }

  test('earlier addresses work again after each change was undone', async () => {
    assert.deepEqual(
      (await statuses(addressList)).filter((line) => !line.startsWith('200')),
      [],
    )
  })
})
