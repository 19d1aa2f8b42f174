import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { OfficeService } from '../../../server/remote/OfficeService'
import { editAddress, readDiscovery } from '../../../server/remote/officeDiscovery'
import { HostClient, openPage } from '../../support/office/HostClient'
import { OfficeWorld } from '../../support/office/OfficeWorld'
import { PlayedOffice } from '../../support/office/PlayedOffice'
import { until } from '../../support/until'

const world = new OfficeWorld()
before(() => world.open())
after(() => world.close())

const DAY = 24 * 3_600_000
const MINUTE = 60_000

describe('[DOC-10] the discovery of the office service', () => {
  let office: PlayedOffice
  let now: Date
  const warnings: unknown[] = []
  const open = () =>
    new OfficeService(office.url, { clock: () => now, log: { warn: (error: unknown) => void warnings.push(error) } })
  before(async () => {
    office = await PlayedOffice.open()
  })
  beforeEach(() => {
    now = new Date('2026-11-30T08:00:00Z')
    Object.assign(office, { discovery: null, hangs: false, fetched: 0 })
    warnings.length = 0
  })
  after(() => office.close())

  test('it names the file types that can be edited, whatever their spelling', async () => {
    const service = open()
    await until('the discovery', () => service.canEdit('docx'))
    assert.deepEqual(
      ['DOCX', 'xlsx', 'pdf', 'pptx', ''].map((extension) => service.canEdit(extension)),
      [true, true, false, false, false],
    )
    assert.equal((await service.editorOf('pdf')) ?? null, null)
  })

  test('it is read once a day; while the service does not answer, what was read stays valid', async () => {
    const service = open()
    await service.editorOf('docx')
    now = new Date(now.getTime() + DAY - 1)
    assert.ok(service.canEdit('docx'))
    assert.equal(office.fetched, 1)
    office.discovery = 503
    now = new Date(now.getTime() + 1)
    assert.ok(service.canEdit('docx'))
    await until('the second request', () => warnings.length === 1)
    assert.ok(service.canEdit('docx'))
    assert.equal(office.fetched, 2)
    office.discovery = null
    now = new Date(now.getTime() + MINUTE)
    assert.ok(service.canEdit('docx'))
    await until('the third request', () => office.fetched === 3)
  })

  test('a service that comes up later is found after a minute', async () => {
    office.discovery = 500
    const service = open()
    await until('the failure', () => warnings.length === 1)
    office.discovery = null
    assert.equal(await service.editorOf('docx'), null)
    now = new Date(now.getTime() + MINUTE)
    assert.notEqual(await service.editorOf('docx'), null)
  })

  const unusable: [what: string, text: () => string | number][] = [
    ['a redirection', () => 302],
    ['another document', () => '<html><body>Welcome</body></html>'],
    ['nothing', () => ''],
    ['a document type, which may expand entities', () => `<!DOCTYPE d [<!ENTITY a "b">]>${office.describe()}`],
    ['more than a megabyte', () => office.describe() + ' '.repeat(1024 * 1024)],
    ['no key', () => office.describe({ keys: '' })],
    ['a key that is none', () => office.describe({ keys: '<proof-key modulus="AQAB" exponent="AQAB"/>' })],
    ['no editor', () => office.describe({ actions: '' })],
    [
      'editors without encryption elsewhere',
      () => office.describe({ actions: '<action name="edit" ext="docx" urlsrc="http://office.example/edit?"/>' }),
    ],
    [
      'an editor that is a script',
      () => office.describe({ actions: '<action name="edit" ext="docx" urlsrc="javascript:alert(1)"/>' }),
    ],
  ]
  for (const [what, text] of unusable)
    test(`${what} is not used, and the log says so`, async () => {
      office.discovery = text()
      const service = open()
      assert.equal(await service.editorOf('docx'), null)
      assert.equal(warnings.length, 1)
      assert.equal(service.canEdit('docx'), false)
    })

  test('new keys are found by the first request that they sign, and at most once a minute', async () => {
    const { they, file } = await world.file()
    const host = await world.edit(they, file.id)
    const { fetched } = world.office
    world.office.renewKeys()
    // What the server knows as the current key is the previous one now.
    assert.equal((await host.send()).status, 200)
    assert.equal(world.office.fetched, fetched)
    world.pass(2 * MINUTE)
    world.office.renewKeys()
    assert.equal((await host.send()).status, 200)
    assert.equal(world.office.fetched, fetched + 1)
    for (let asked = 0; asked < 5; asked += 1) assert.equal((await host.send({ signing: { token: 'x' } })).status, 500)
    assert.equal(world.office.fetched, fetched + 1)
    world.pass(2 * MINUTE)
    const wrong = new HostClient(world.office, host.source, 'wrong')
    assert.equal((await wrong.send()).status, 401)
    assert.equal(world.office.fetched, fetched + 1)
  })
})

describe('[DOC-10] the address of the editor', () => {
  const source = 'https://drive.example/wopi/files/7'
  const encoded = encodeURIComponent(source)
  const addresses: [given: string, address: string][] = [
    [
      'https://o.example/we?<ui=UI_LLCC&><rs=DC_LLCC&><na=DISABLE_ASYNC&>',
      `https://o.example/we?ui=zh-CN&rs=zh-CN&WOPISrc=${encoded}`,
    ],
    ['https://o.example/cool.html?', `https://o.example/cool.html?WOPISrc=${encoded}&lang=zh-CN`],
    ['https://o.example/cool.html', `https://o.example/cool.html?WOPISrc=${encoded}&lang=zh-CN`],
    ['https://o.example/e?a=1&<wopisrc=WOPI_SOURCE&>', `https://o.example/e?a=1&wopisrc=${encoded}&lang=zh-CN`],
  ]
  for (const [given, address] of addresses)
    test(given, () => {
      assert.equal(editAddress(given, source, 'zh-CN'), address)
    })

  test('external zones come before internal ones', () => {
    const office = world.office.describe({ zone: 'internal-http' })
    const both = office.replace(
      '<net-zone',
      '<net-zone name="external-http"><app name="Word"><action name="edit" ext="odt" urlsrc="https://o.example/e"/></app></net-zone><net-zone',
    )
    assert.deepEqual([...readDiscovery(both).edit.keys()], ['odt'])
    assert.deepEqual([...readDiscovery(office).edit.keys()].sort(), ['docx', 'xlsx', 'ydoc'])
  })
})

describe('[DOC-10] the page around the editor', () => {
  test('it posts the token, which is in no address, and may show nothing but the service', async () => {
    const { they, file } = await world.file('editor', { name: '<b>"报告"&.docx' })
    const { html, policy, action, token, expiresAt } = await openPage(they, file.id)
    assert.equal(action.origin, world.office.origin)
    assert.equal(action.searchParams.get('WOPISrc'), `${world.server.url}/wopi/files/${file.id}`)
    assert.ok(!action.href.includes(token))
    assert.equal(expiresAt, world.now.getTime() + 10 * 3_600_000)
    assert.match(
      policy,
      new RegExp(`frame-src ${world.office.origin};.*form-action ${world.office.origin};.*frame-ancestors 'none'`),
    )
    assert.ok(!html.includes('<b>'))
  })

  test('items say whether the service edits them, to those who may', async () => {
    const { they, file, folder, typedId } = await world.file()
    const [pdf, encrypted, document] = [
      await world.make.file({ parent: folder }, { name: 'a.pdf' }),
      await world.make.file({ parent: folder }, { name: 'b.docx' }),
      await world.make.file({ parent: folder }, { name: 'c.ydoc' }),
    ]
    await world.server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', encrypted.id).execute()
    const { children } = await they.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    const said = Object.fromEntries((children ?? []).map(({ id, is_support_oos }) => [id, is_support_oos]))
    assert.deepEqual(said, { [file.id]: true, [pdf.id]: false, [encrypted.id]: false, [document.id]: false })
    const { item } = await they.call('GET /apps/files/get_info', { item_typed_id: typedId })
    assert.equal(item?.is_support_oos, true)
    for (const { id } of [pdf, encrypted, document]) assert.equal((await openPage(they, id)).status, 403)
  })

  test('a file that a colleague has locked says by whom', async () => {
    const { they, me, owner, file, typedId } = await world.file()
    await me.call('POST /apps/files/lock', { item_typed_id: typedId })
    const { status, html } = await openPage(they, file.id)
    assert.equal(status, 403)
    assert.ok(html.includes(owner.name))
  })
})
