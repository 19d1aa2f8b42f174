import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { ShareLink } from '@/contract/shares/shares'
import type { OfferReason } from '@/domain/shares/offers'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { everything, type OfferRow } from '../../support/shares/shareOffers'
import { decideShares } from '../../support/shares/sharePolicy'
import { runningRows, worldOf } from '../../support/shares/shareWorld'
import type { HostNode } from '../host'
import { openOwn, openSignedIn, wordsOf, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
const t = wordsOf('zh-CN')

type Decided = Parameters<typeof decideShares>[2]

async function sharing(test: TestContext, policy: Decided = {}) {
  const enterprise = await site.make.enterprise()
  const owner = await site.make.user({ enterprise })
  await decideShares(site.server.deps, enterprise, {
    is_share_force_passwd_switch: false,
    is_share_management: false,
    ...policy,
  })
  const file = await site.make.file({ owner }, { name: '简章.txt', content: '欢迎报名' })
  const phone = await openSignedIn(test, site.wire, owner)
  await open(phone, `file_${file.id}`)
  return { enterprise, owner, file, phone }
}

async function open(phone: Phone, typedId: string): Promise<void> {
  // The list below has removed its own overlays.
  await phone.at('files')
  await phone.host.show({ path: 'packages/share/index', query: { share: typedId } })
  await phone.at('share')
}

async function linksOf({ login }: { login: string }): Promise<ShareLink[]> {
  const who = await client(site.server).as(login)
  return (await who.call('GET /apps/share_links/get_list', {})).share_links
}

const cell = (phone: Phone, label: string): Promise<HostNode> =>
  phone.until(
    () =>
      phone.host
        .$$('.share-cell')
        .filter((one) => one.$('.share-cell-label')?.text === label)
        .at(-1) ?? assert.fail(`no line ${label}`),
  )

async function turn(phone: Phone, label: string): Promise<void> {
  phone.host.tap((await cell(phone, label)).$('.switch')!)
}

const isOn = async (phone: Phone, label: string) =>
  String((await cell(phone, label)).$('.switch')!.attr('class')).includes('switch-on')

async function openPermissions(phone: Phone): Promise<void> {
  phone.host.tap(await cell(phone, t('share.who')))
  await phone.until('.permissions')
}

async function gone(phone: Phone, selector: string): Promise<void> {
  await phone.until(() => phone.host.$(selector) === null || assert.fail(`${selector} is there`))
}

/** The drafts of shares that the phone stores. */
const storedShares = ({ host }: Phone) =>
  Object.fromEntries([...Object.entries(host.storage)].filter(([name]) => name.startsWith('shares')))

/** Chooses rows of the own list, in that order, and shares them together. */
async function shareBoth(phone: Phone, [first, ...others]: string[]): Promise<void> {
  phone.host.longPress((await phone.row(first!)).$('.row-open')!)
  await phone.until('.select-head')
  for (const name of others) await phone.open(name)
  phone.host.tap(
    await phone.until(() => phone.host.$$('.select-action').find(({ text }) => text === phone.t('many.share'))),
  )
  await phone.at('share')
}

describe('sharing', () => {
  test('[SHARE-01] [SHARE-02] [SHARE-04] [SHARE-06] [SHARE-07] [SHARE-16] [AH-17] a link is made as set, and WeChat says it is copied', async (test) => {
    const { owner, phone } = await sharing(test)
    await openPermissions(phone)
    phone.host.tap(await cell(phone, t('share.perms.access')))
    await phone.until('.access-choice')
    phone.host.tap(phone.host.$$('.access-choice').find((one) => one.text.startsWith(t('share.access.company')))!)
    await gone(phone, '.access-choice')
    phone.host.input('.password-input', 'geheim')
    phone.host.tap(await cell(phone, t('share.perms.expiry')))
    await phone.press(t('share.calendar.days', { n: 30 }))
    await phone.reads(':59:59')
    await phone.press(t('action.confirm'))
    await gone(phone, '.calendar')
    await turn(phone, t('share.perms.previewLimit'))
    phone.host.input(await phone.until('.number-input'), '0020')
    await turn(phone, t('share.perms.previewOnly'))
    await turn(phone, t('share.perms.watermark'))
    phone.host.input(await phone.until('.field-input'), '仅供内部')
    await turn(phone, t('share.perms.firstVisit'))
    await phone.press(t('action.save'))
    await gone(phone, '.permissions')
    await turn(phone, t('share.pin.title'))
    await phone.press(t('share.create'))
    await phone.until('.share-done')
    const [link] = await linksOf(owner)
    assert.equal(link!.access, 'company')
    assert.equal(link!.password, 'geheim')
    assert.equal(link!.preview_limit, 20)
    assert.equal(link!.disable_download, true)
    assert.equal(link!.watermark_customize_content, '仅供内部')
    assert.equal(link!.is_first_visit_told, false)
    assert.equal(link!.item.pinned_version, 1)
    assert.equal(link!.due_time % 60, 59)
    await phone.press(t('share.act.copyBoth'))
    await phone.until(() => phone.host.clipboard !== '')
    assert.match(phone.host.clipboard, /^简章\.txt\nhttps:\/\/[^\n]+\/share\/[\w-]{22}\n.*geheim$/)
    assert.equal(phone.host.$('.toast-text'), null)
  })

  deepTest('[AH-08] copying before there is a link makes one and copies it', async (test) => {
    const { owner, phone } = await sharing(test)
    await phone.press(t('share.act.copyLink'))
    await phone.until(() => phone.host.clipboard !== '')
    const [link] = await linksOf(owner)
    assert.ok(phone.host.clipboard.endsWith(`/share/${link!.unique_name}`))
  })

  deepTest(
    '[SHARE-04] [SHARE-09] [I18N-03] an invalid field keeps the page, says what is wrong and shows the tip',
    async (test) => {
      const { phone } = await sharing(test, { share_max_preview_limit: 100 })
      await openPermissions(phone)
      await turn(phone, t('share.perms.previewLimit'))
      const field = await phone.until('.number-input')
      phone.host.input(field, '4567')
      phone.host.fire('.number-input', 'blur', { value: '4567' })
      await phone.reads(t('share.limitTooLarge', { n: 100 }))
      await phone.until(() => phone.host.$('.number-input')!.attr('value') === '100')
      phone.host.input('.number-input', '')
      await phone.press(t('action.save'))
      await phone.toast('file.share.shareFieldErrorTips')
      await phone.reads(t('share.fault.share_limit_too_small'))
      assert.ok(phone.host.$('.permissions'))
    },
  )

  deepTest(
    '[SHARE-09] the back gesture asks about unsaved changes: staying keeps them, leaving discards them',
    async (test) => {
      const { phone } = await sharing(test)
      await openPermissions(phone)
      await turn(phone, t('share.perms.forward'))
      phone.host.back()
      await phone.press(t('share.unsaved.stay'))
      await gone(phone, '.sheet')
      assert.equal(await isOn(phone, t('share.perms.forward')), true)
      phone.host.back()
      await phone.press(t('share.unsaved.discard'))
      await gone(phone, '.permissions')
      assert.ok(!(await cell(phone, t('share.who'))).text.includes(t('share.can.noForward')))
      await openPermissions(phone)
      phone.host.back()
      await gone(phone, '.permissions')
      assert.equal(phone.host.page.route, 'packages/share/index')
    },
  )

  deepTest('[AH-27] a draft survives a crash', async (test) => {
    const { owner, file, phone } = await sharing(test)
    phone.host.tap(await cell(phone, t('share.message.placeholder')))
    phone.host.input(await phone.until('.message-input'), '请周五前看完')
    await phone.press(t('share.message.done'))
    await openPermissions(phone)
    await turn(phone, t('share.perms.previewOnly'))
    await phone.press(t('action.save'))
    await cell(phone, '请周五前看完')
    const later = await openSignedIn(test, site.wire, owner, { storage: storedShares(phone) })
    await open(later, `file_${file.id}`)
    await cell(later, '请周五前看完')
    await later.reads(t('share.restored'))
    assert.ok((await cell(later, t('share.who'))).text.includes(t('share.can.previewOnly')))
    await later.press(t('share.discard'))
    await cell(later, t('share.message.placeholder'))
  })

  deepTest('[AH-27] a draft for several items returns when the same items are chosen after a crash', async (test) => {
    const { owner } = await sharing(test)
    await site.make.file({ owner }, { name: '名单.txt' })
    const phone = await openOwn(test, site.wire, owner)
    await shareBoth(phone, ['简章.txt', '名单.txt'])
    phone.host.tap(await cell(phone, t('share.message.placeholder')))
    phone.host.input(await phone.until('.message-input'), '两份一起看')
    await phone.press(t('share.message.done'))
    await cell(phone, '两份一起看')
    const later = await openOwn(test, site.wire, owner, { storage: storedShares(phone) })
    await shareBoth(later, ['名单.txt', '简章.txt'])
    await cell(later, '两份一起看')
    await later.reads(t('share.restored'))
  })

  deepTest('[SHARE-10] sharing with colleagues needs at least one, chosen on a page of its own', async (test) => {
    const { enterprise, owner, phone } = await sharing(test)
    const department = await site.make.department({ enterprise, name: '招生办公室' })
    await site.make.user({ department, name: '李蔚' })
    await phone.press(t('share.mode.colleagues'))
    await cell(phone, t('share.people.title'))
    await phone.press(t('share.send'))
    await phone.toast('share.fault.share_receivers_missing')
    phone.host.tap(await cell(phone, t('share.people.title')))
    await phone.at('people')
    const contact = (name: string) =>
      phone.until(() => phone.host.$$('.row').find((row) => row.$('.contact-called')?.text === name))
    phone.host.tap((await contact('招生办公室')).$('.contact-enter')!)
    phone.host.tap((await contact('李蔚')).$('.contact-pick')!)
    await phone.press(t('contacts.confirm', { n: 1 }))
    await phone.at('share')
    await phone.reads(t('share.people.chosenPeople', { n: 1 }))
    await phone.press(t('share.send'))
    await phone.until('.share-done')
    const [link] = await linksOf(owner)
    assert.deepEqual(
      link!.receivers.map(({ name }) => name),
      ['李蔚'],
    )
  })
})

describe('entries of the popup', () => {
  for (const row of runningRows) {
    deepTest(`[SHARE-08] [SHARE-15] ${row.sentence}`, async (test) => {
      const { user, typedId } = await worldOf(row, site.make, site.server.deps)
      const phone = await openSignedIn(test, site.wire, user)
      await assertOffers(phone, row, typedId)
    })
  }
})

/** The words of a reason. */
const words: Record<OfferReason, Parameters<Phone['toast']>[0]> = {
  share_forbidden: 'refusal.share_forbidden',
  share_disabled: 'refusal.share_disabled',
  share_disabled_for_members: 'refusal.share_disabled_for_members',
  share_encrypted: 'refusal.share_encrypted',
  not_downloadable: 'share.perms.notDownloadable',
  share_public_disabled: 'file.share.disabled.publicDisabled',
  share_company_disabled: 'share.fault.share_company_disabled',
  share_colleagues_disabled: 'share.fault.share_colleagues_disabled',
  share_download_disabled: 'file.share.enterpriseDownloadForbidden',
  share_forward_disabled: 'share.perms.forwardForced',
  password_required: 'share.perms.passwordForced',
  limit_required: 'share.perms.limitForced',
  watermark_required: 'share.perms.watermarkForced',
}

async function assertOffers(phone: Phone, row: OfferRow, typedId: string): Promise<void> {
  const expected = { ...everything, ...row.offers }
  const sides = [expected.link, expected.colleagues]
  if (!sides.includes('yes')) {
    await phone.at('files')
    await phone.host.show({ path: 'packages/share/index', query: { share: typedId } })
    const refused = sides.find((side): side is { no: OfferReason } => typeof side === 'object')
    await phone.toast(words[refused!.no])
    await phone.at('files')
    return
  }
  await open(phone, typedId)
  await cell(phone, t('share.who'))
  const modes = phone.host.$$('.segmented-option').map(({ text }) => text)
  const hasChoice = expected.link !== 'hidden' && expected.colleagues !== 'hidden'
  assert.deepEqual(modes, hasChoice ? [t('share.mode.link'), t('share.mode.colleagues')] : [])
  for (const side of ['link', 'colleagues'] as const) {
    const offer = expected[side]
    if (typeof offer !== 'object') continue
    await phone.press(t(`share.mode.${side}`))
    await phone.toast(words[offer.no])
    assert.notEqual(phone.host.text('.segmented-chosen'), t(`share.mode.${side}`))
  }
  const labels = phone.host.$$('.share-cell-label').map(({ text }) => text)
  assert.equal(labels.includes(t('share.pin.title')) ? 'yes' : 'hidden', expected.version)

  await openPermissions(phone)
  phone.host.tap(await cell(phone, t('share.perms.access')))
  await phone.until('.access-choice')
  for (const access of ['public', 'company', 'collaborators'] as const) {
    const offer = access === 'collaborators' && expected.link !== 'yes' ? 'yes' : expected[access]
    const choice = phone.host
      .$$('.access-choice')
      .find((one) => one.$('.share-cell-label')?.text === t(`share.access.${access}`))
    assert.equal(choice === undefined, offer === 'hidden', access)
    if (typeof offer === 'object') assert.ok(choice!.text.includes(t(words[offer.no])), access)
  }
  phone.host.back()
  await gone(phone, '.access-choice')

  for (const [label, offer] of [
    [t('share.perms.previewOnly'), expected.download],
    [t('share.perms.previewLimit'), expected.limits],
    [t('share.perms.visitorWatermark'), expected.visitorWatermark],
    [t('share.perms.forward'), expected.forward],
  ] as const) {
    const line = await cell(phone, label)
    assert.equal(line.$('.icon-lock') !== null, typeof offer === 'object', label)
    if (typeof offer !== 'object') continue
    assert.ok(line.text.includes(t(words[offer.no])), label)
    await turn(phone, label)
    assert.equal(await isOn(phone, label), true, label)
  }
  const note = (await cell(phone, t('share.perms.password'))).text
  assert.equal(note.includes(t('share.perms.passwordForced')), typeof expected.password === 'object')
}
