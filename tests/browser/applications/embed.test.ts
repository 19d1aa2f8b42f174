import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { after, describe, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { errors } from '@/i18n/errors/zhCN'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import type { ClientCredentials } from '../../../server/queries/applications/tokens'
import { deepTest } from '../../support/deep'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import type { TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive, webFolder } from '../rig/drive'
import { onPhone } from '../rig/phone'
import { t } from '../rig/screen'

const drive = openDrive({}, prepare)
const HALF_MINUTE = { timeout: 30_000 }

/** An integrator's page, and what its server answers. */
interface Site {
  origin: string
  answers: Map<string, string>
  close(): Promise<void>
}

async function site(): Promise<Site> {
  const answers = new Map<string, string>()
  const server = createServer((request, response) => {
    const body = answers.get((request.url ?? '').split('?', 1)[0]!)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The sample of the documentation, as an integrator copies it. */
function sample(server: string, clientId: string): string {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/embed.md'), 'utf8')
  const [, page = ''] = /```html\n([\s\S]*?)```/.exec(text) ?? []
  return page.replaceAll('https://drive.example', server).replaceAll('app_lessons', clientId)
}

let lessons: Site
let evil: Site
let teacher: UserRow
let folder: ItemRow
let credentials: ClientCredentials

async function prepare(server: TestServer) {
  ;[lessons, evil] = [await site(), await site()]
  const make = factories(server.deps)
  const enterprise = await make.enterprise()
  const administrator = await make.user({ enterprise, isAdministrator: true })
  teacher = await make.user({ enterprise, name: '林老师' })
  folder = await make.folder({ owner: teacher }, { name: '课件' })
  for (const name of ['一.txt', '二.txt', '三.txt', '四.txt'])
    await make.file({ parent: folder }, { name, content: name })
  credentials = await makeApplication(server, administrator, { origins: [lessons.origin] })
  lessons.answers.set('/', sample(server.url, credentials.clientId))
}
after(async () => {
  await lessons.close()
  await evil.close()
})

const token = () => new OpenClient(drive.server.url).token(credentials, teacher, { origin: lessons.origin })

/** Opens the sample page on a phone. */
async function lesson(run: (page: Page, frame: FrameLocator) => Promise<void>) {
  lessons.answers.set('/token', await token())
  await onPhone(async (page) => {
    await page.goto(`${lessons.origin}/`)
    await run(page, page.frameLocator('iframe'))
  })
}

const press = (frame: FrameLocator, label: string) =>
  frame.getByRole('button', { name: label, exact: true }).tap(HALF_MINUTE)
const rowOf = (frame: FrameLocator, name: string) => frame.locator('.row').filter({ hasText: name }).first()

async function resultOf(page: Page): Promise<unknown> {
  await page.locator('iframe').waitFor({ state: 'detached', timeout: 30_000 })
  const text = await page.locator('#result').textContent()
  return JSON.parse(text!)
}

describe('the sample page of docs/embed.md, on another origin', () => {
  deepTest('[OPEN-01] [PICK-02] the user picks three files, and no fourth', async () => {
    await lesson(async (page, frame) => {
      await page.locator('#files').tap()
      await rowOf(frame, t('space.own')).or(rowOf(frame, '课件')).first().waitFor(HALF_MINUTE)
      await rowOf(frame, '课件').tap()
      for (const name of ['一.txt', '二.txt', '三.txt']) await rowOf(frame, name).tap(HALF_MINUTE)
      await frame.getByText(t('open.chosenOf', { n: 3, max: 3 })).waitFor(HALF_MINUTE)
      await rowOf(frame, '四.txt').tap()
      await frame.getByText(t('open.most', { n: 3 })).waitFor(HALF_MINUTE)
      await press(frame, t('open.confirm'))
      const files = (await resultOf(page)) as { name: string; type_icon: string; size: number; id: number }[]
      assert.deepEqual(files.map(({ name }) => name).sort(), ['一.txt', '三.txt', '二.txt'])
      assert.ok(files.every(({ id, size, type_icon: icon }) => id > 0 && size > 0 && icon !== ''))

      // The same page then shows the first of them.
      await page.locator('#preview').tap()
      await frame.getByRole('heading', { name: files[0]!.name }).waitFor(HALF_MINUTE)
      await frame.locator('canvas, .pdf-page, .preview-picture').first().waitFor({ state: 'visible', timeout: 60_000 })
      assert.equal(await frame.getByRole('button', { name: t('menu.share'), exact: true }).count(), 0)
      assert.equal(await frame.getByRole('button', { name: t('menu.download'), exact: true }).count(), 0)
      await press(frame, t('action.back'))
      assert.equal(await resultOf(page), 'closed')
    })
  })

  test('[OPEN-01] [OPEN-03] [PICK-01] the user picks a destination and uploads five files into it', async () => {
    await lesson(async (page, frame) => {
      await page.locator('#folder').tap()
      await rowOf(frame, '课件').tap(HALF_MINUTE)
      await press(frame, t('open.newFolder'))
      await frame.getByPlaceholder(t('name.folderPlaceholder')).fill('作业')
      await frame.getByPlaceholder(t('name.folderPlaceholder')).press('Enter')
      await rowOf(frame, '作业').tap(HALF_MINUTE)
      await press(frame, t('open.into', { name: '作业' }))
      const chosen = (await resultOf(page)) as { id: number; name: string; path: string[] }
      assert.deepEqual([chosen.name, chosen.path], ['作业', [t('space.own'), '课件']])

      await page.locator('#upload').tap()
      await press(frame, t('open.upload.add'))
      const chooser = page.waitForEvent('filechooser')
      await frame.getByText(t('upload.files'), { exact: true }).tap(HALF_MINUTE)
      await (
        await chooser
      ).setFiles(
        [1, 2, 3, 4, 5].map((n) => ({ name: `${n}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`file ${n}`) })),
      )
      await frame.getByText(t('open.upload.summaryDone', { n: 5 })).waitFor(HALF_MINUTE)
      const results = (await resultOf(page)) as { name: string; upload_status: string; error_msg: string }[]
      assert.deepEqual(
        results.map(({ name, upload_status, error_msg }) => [name, upload_status, error_msg]),
        [1, 2, 3, 4, 5].map((n) => [`${n}.txt`, 'success', 'undone']),
      )
      const there = await drive.server.deps.db
        .selectFrom('items')
        .select(['name', 'size'])
        .where('parent_id', '=', chosen.id)
        .orderBy('name')
        .execute()
      assert.deepEqual(
        there.map(({ name, size }) => [name, size]),
        [1, 2, 3, 4, 5].map((n) => [`${n}.txt`, 6]),
      )
    })
  })

  deepTest('[OPEN-01] [PICK-02] search finds a file by name, and a found folder can be opened and sorted', async () => {
    await lesson(async (page, frame) => {
      await page.locator('#files').tap()
      await rowOf(frame, '课件').waitFor(HALF_MINUTE)
      const look = frame.locator('.search-bar-field')
      const found = frame.getByRole('dialog', { name: t('open.search') })
      await look.tap()
      await found.locator('.search-input').fill('三')
      await found.locator('.search-input').press('Enter')
      await found.locator('.row').filter({ hasText: '三.txt' }).tap(HALF_MINUTE)
      await found.locator('.search-input').fill('课件')
      await found.locator('.search-input').press('Enter')
      await found.locator('.row').filter({ hasText: '课件' }).first().tap(HALF_MINUTE)
      await found.waitFor({ state: 'detached' })
      const sorted = async (way: 'asc' | 'desc') => {
        await frame.locator('.search-bar-order').tap(HALF_MINUTE)
        const order = frame.locator('.sort-sheet-order').filter({ hasText: t(`sort.order.name.${way}`) })
        await order.tap(HALF_MINUTE)
        await order.waitFor({ state: 'detached' })
        await frame.locator('.row').nth(3).waitFor(HALF_MINUTE)
        const texts = await frame.locator('.row').allInnerTexts()
        return texts.map((text) => /[一二三四]\.txt/.exec(text)?.[0])
      }
      const rising = await sorted('asc')
      assert.deepEqual(await sorted('desc'), [...rising].reverse())
      await press(frame, t('open.confirm'))
      const files = (await resultOf(page)) as { name: string }[]
      assert.deepEqual(
        files.map(({ name }) => name),
        ['三.txt'],
      )
    })
  })

  deepTest('[OPEN-01] the picker resolves to nothing if the user leaves without a choice', async () => {
    await lesson(async (page, frame) => {
      await page.locator('#folder').tap()
      await press(frame, t('action.close'))
      assert.deepEqual(await resultOf(page), { id: 0 })
    })
  })

  deepTest('[OPEN-01] an expired token signs nobody in, and the page is notified', async () => {
    lessons.answers.set('/token', 'a'.repeat(43))
    await onPhone(
      async (page) => {
        await page.goto(`${lessons.origin}/`)
        await page.locator('#files').tap()
        await page.locator('#result').getByText(errors.token_invalid).waitFor(HALF_MINUTE)
        assert.equal(await page.locator('iframe').count(), 0)
      },
      { expected: [/401/] },
    )
  })

  deepTest('the module is at most 3 KB packed, and its types lie beside it', () => {
    const module = readFileSync(path.join(webFolder, 'embed/satchel-embed.js'))
    assert.ok(gzipSync(module).length <= 3 * 1024, `${gzipSync(module).length} bytes`)
    assert.match(
      readFileSync(path.join(webFolder, 'embed/satchel-embed.d.ts'), 'utf8'),
      /export declare function selectFiles/,
    )
  })
})

/** A page that frames a screen by itself and records all messages. */
const framing = (address: string, name: string) => `<!doctype html><body><script>
  window.heard = []
  addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))
  const frame = document.createElement('iframe')
  frame.name = ${JSON.stringify(name)}
  frame.src = ${JSON.stringify(address)}
  document.body.append(frame)
</script>`

const addressOf = (screen: string, query: Record<string, string>) =>
  `${drive.server.url}/${screen}?${new URLSearchParams(query)}`

describe('other pages', () => {
  deepTest('[OPEN-01] a page on a third origin gets nothing, whatever token it has', async () => {
    const accessToken = await token()
    const name = JSON.stringify({ accessToken })
    const told = { client_id: credentials.clientId, origin: lessons.origin }
    const asEvil = { client_id: credentials.clientId, origin: evil.origin }
    for (const address of [
      addressOf('select_files', told),
      addressOf('select_files', asEvil),
      addressOf('open_upload', { accessToken }),
      addressOf('open_upload', { accessToken, origin: evil.origin }),
      `${drive.server.url}/files/own`,
    ]) {
      evil.answers.set('/', framing(address, name))
      await onPhone(
        async (page) => {
          const blocked = page.waitForEvent('console', {
            predicate: (message) => /frame-ancestors|Refused to frame|violates/.test(message.text()),
            timeout: 30_000,
          })
          await page.goto(`${evil.origin}/`)
          await blocked
          assert.deepEqual(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard), [])
        },
        { expected: [/frame|violates|ERR_BLOCKED/i] },
      )
    }
  })

  deepTest('[OPEN-01] messages of a page on another origin change nothing on either side', async () => {
    lessons.answers.set('/token', await token())
    evil.answers.set(
      '/',
      `<!doctype html><script>
        window.attack = (address) => (window.victim = open(address))
        window.forge = () => {
          for (let flood = 0; flood < 500; flood += 1) {
            victim.postMessage({ from: 'satchel', type: 'select_files', id: 1, data: { files: [{ id: 666 }] } }, '*')
            for (let id = 1; id < 5; id += 1)
              victim.frames[0].postMessage({ from: 'satchel-embed', type: 'ack', data: { id } }, '*')
          }
        }
      </script>`,
    )
    await onPhone(async (page) => {
      await page.goto(`${evil.origin}/`)
      const [victim] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(
          (address) => (window as unknown as { attack(at: string): void }).attack(address),
          `${lessons.origin}/`,
        ),
      ])
      await victim.locator('#files').click(HALF_MINUTE)
      const frame = victim.frameLocator('iframe')
      await rowOf(frame, '课件').waitFor(HALF_MINUTE)
      await page.evaluate(() => (window as unknown as { forge(): void }).forge())
      await rowOf(frame, '课件').click()
      await rowOf(frame, '一.txt').click(HALF_MINUTE)
      assert.equal(await victim.locator('#result').textContent(), '')
      await frame.getByRole('button', { name: t('open.confirm'), exact: true }).click()
      const files = (await resultOf(victim)) as { name: string }[]
      assert.deepEqual(
        files.map(({ name }) => name),
        ['一.txt'],
      )
    })
  })

  test('[OPEN-02] [OPEN-07] [RT-09] options are applied as text and colours, and never run', async () => {
    const accessToken = await token()
    const bad = '<img src=x onerror="document.title=1">'
    const query = {
      client_id: credentials.clientId,
      origin: lessons.origin,
      productName: `课堂${bad}`,
      userName: `小王${bad}`,
      confirmBtnText: '就选它',
      theme: '0a7a3c-0a5a2c',
      folderId: String(folder.id),
    }
    lessons.answers.set('/framed', framing(addressOf('select_destination', query), JSON.stringify({ accessToken })))
    await onPhone(async (page) => {
      await page.goto(`${lessons.origin}/framed`)
      await page.addStyleTag({ content: 'iframe{position:fixed;inset:0;width:100%;height:100%;border:0}' })
      const frame = page.frameLocator('iframe')
      const button = frame.getByRole('button', { name: '就选它', exact: true })
      await button.waitFor(HALF_MINUTE)
      for (const named of [query.productName, query.userName]) await frame.getByText(named).first().waitFor()
      assert.equal(await frame.locator('img[src=x]').count(), 0)
      assert.equal(await button.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgb(10, 90, 44)')
      const brand = (screen: Element) => getComputedStyle(screen).getPropertyValue('--brand').trim()
      assert.equal(await frame.locator('.screen').first().evaluate(brand), '#0a7a3c')
      assert.notEqual(await frame.locator('html').evaluate(() => document.title), '1')
      await button.tap()
      await until('the result', async () => {
        const heard = await page.evaluate(() => (window as unknown as { heard: { data: { type: string } }[] }).heard)
        return heard.some(({ data }) => data.type === 'select_destination')
      })
      const heard = await page.evaluate(
        () => (window as unknown as { heard: { origin: string; data: { from: string; type: string } }[] }).heard,
      )
      assert.equal(heard[0]!.data.type, 'ready')
      assert.ok(heard.every(({ origin, data }) => origin === drive.server.url && data.from === 'satchel'))
      // Without an acknowledgement nothing is lost.
      await frame.getByText(t('open.unheard.title')).waitFor(HALF_MINUTE)
    })
  })

  test('[OPEN-04] the screen shows only the version that the page names, and nothing leads to another', async () => {
    const { deps } = drive.server
    const file = await factories(deps).file({ parent: folder }, { name: '五.txt', content: 'five' })
    const { id } = await deps.db
      .selectFrom('versions')
      .select('id')
      .where('item_id', '=', file.id)
      .executeTakeFirstOrThrow()
    const named = { client_id: credentials.clientId, origin: lessons.origin }
    const address = addressOf('open_preview', { ...named, file_id: String(file.id), file_version_id: String(id) })
    lessons.answers.set('/framed', framing(address, JSON.stringify({ accessToken: await token() })))
    await onPhone(async (page) => {
      await page.goto(`${lessons.origin}/framed`)
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { name: '五.txt' }).waitFor(HALF_MINUTE)
      assert.equal(await frame.getByText(t('versions.toCurrent')).count(), 0)
    })
  })

  test('[RT-07] a token in the address does not stay there, and opened by itself a screen shows nothing', async () => {
    const accessToken = await token()
    await onPhone(async (page) => {
      await page.goto(addressOf('open_upload', { accessToken }))
      await page.getByText(t('open.alone.title')).waitFor(HALF_MINUTE)
      assert.equal(page.url().includes(accessToken), false)
      assert.equal(await page.evaluate((secret) => JSON.stringify(history.state).includes(secret), accessToken), false)
    })
  })

  deepTest('[AH-23] axe finds nothing on the embedded screens', async () => {
    const accessToken = await token()
    await onPhone(async (page) => {
      for (const screen of ['select_files', 'select_destination', 'open_upload']) {
        const query = { client_id: credentials.clientId, origin: lessons.origin, folderId: String(folder.id) }
        lessons.answers.set('/framed', framing(addressOf(screen, query), JSON.stringify({ accessToken })))
        await page.goto(`${lessons.origin}/framed`)
        const inner = () => page.frames().find((each) => each.url().startsWith(drive.server.url))
        await until('the frame', () => inner() !== undefined, 30_000)
        await page.frameLocator('iframe').locator('.open-facts').waitFor(HALF_MINUTE)
        await assertAccessible(inner() as unknown as Page)
      }
    })
  })
})
