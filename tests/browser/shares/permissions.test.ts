import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ShareLink } from '@/contract/shares/shares'
import type { Offer, OfferReason } from '@/domain/shares/offers'
import { client } from '../../support/client'
import { deepTest, sample } from '../../support/deep'
import { everything, type OfferRow } from '../../support/shares/shareOffers'
import { decideShares } from '../../support/shares/sharePolicy'
import { runningRows, worldOf } from '../../support/shares/shareWorld'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { addressBecomes, shown, t } from '../rig/screen'

const drive = openDrive()

const popup = (page: Page) => shown(page).getByRole('dialog', { name: t('share.title'), exact: true })
const permissions = (page: Page) => popup(page).getByRole('dialog', { name: t('share.perms.title') })
/** A line of the page of permissions, or of the popup while that page is closed. */
const cell = (page: Page, text: string) => popup(page).locator('.share-cell').filter({ hasText: text }).last()
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const turn = (page: Page, label: string) => permissions(page).getByRole('switch', { name: label, exact: true }).tap()
const save = (page: Page) =>
  permissions(page)
    .getByRole('button', { name: t('action.save') })
    .tap()
const count = (page: Page, kind: 'preview' | 'download') =>
  permissions(page).getByRole('textbox', { name: t('share.perms.countOf', { label: t(`share.perms.${kind}Limit`) }) })
const password = (page: Page) => permissions(page).getByRole('textbox', { name: t('share.perms.password') })

type Decided = Parameters<typeof decideShares>[2]

async function openPermissions(policy: Decided, run: (page: Page, owner: { login: string }) => Promise<void>) {
  const enterprise = await drive.make.enterprise()
  const owner = await drive.make.user({ enterprise })
  await decideShares(drive.server.deps, enterprise, {
    is_share_force_passwd_switch: false,
    is_share_management: false,
    ...policy,
  })
  const file = await drive.make.file({ owner }, { name: '简章.txt', content: '欢迎报名' })
  const flag = policy.is_share_management ? 'changepermssm' : 'changeperms'
  await drive.visit(owner, `/files/own?share=file_${file.id}&${flag}=1`, async (page) => {
    await permissions(page).waitFor()
    await run(page, owner)
  })
}

async function linkOf({ login }: { login: string }): Promise<ShareLink> {
  const who = await client(drive.server).as(login)
  return (await who.call('GET /apps/share_links/get_list', {})).share_links[0]!
}

async function makeIt(page: Page): Promise<void> {
  await popup(page)
    .getByRole('button', { name: t('share.create') })
    .tap()
  await popup(page).locator('.share-done').waitFor()
}

describe('the page of permissions', () => {
  test('[SHARE-02] [SHARE-03] [SHARE-04] [SHARE-06] [SHARE-07] [SHARE-16] [AH-17] a link is made with each setting', () =>
    openPermissions({}, async (page, owner) => {
      await cell(page, t('share.perms.access')).tap()
      await sheet(page, t('share.perms.access'))
        .getByRole('radio', { name: t('share.access.company') })
        .tap()
      await password(page).fill('geheim 一')
      await cell(page, t('share.perms.expiry')).tap()
      await sheet(page, t('share.perms.expiry'))
        .getByRole('radio', { name: t('share.calendar.days', { n: 7 }) })
        .tap()
      await sheet(page, t('share.perms.expiry'))
        .getByRole('button', { name: t('action.confirm') })
        .tap()
      await turn(page, t('share.perms.previewLimit'))
      await count(page, 'preview').fill('0020')
      await turn(page, t('share.perms.downloadLimit'))
      const isNamedAnyway = permissions(page).getByText(t('share.perms.alwaysNamed'))
      await isNamedAnyway.waitFor()
      await turn(page, t('share.perms.visitorWatermark'))
      await isNamedAnyway.waitFor({ state: 'detached' })
      await turn(page, t('share.perms.watermark'))
      await permissions(page)
        .getByRole('textbox', { name: t('share.perms.watermarkText') })
        .fill('仅供内部')
      await turn(page, t('share.perms.forward'))
      await turn(page, t('share.perms.firstVisit'))
      assert.equal(await count(page, 'preview').inputValue(), '20')
      await save(page)
      await permissions(page).waitFor({ state: 'detached' })
      const told = await cell(page, t('share.who')).innerText()
      for (const part of [
        t('share.access.company'),
        t('share.can.previews', { n: 20 }),
        t('share.can.downloads', { n: 10 }),
        t('share.can.watermark'),
        t('share.can.noForward'),
      ])
        assert.ok(told.includes(part), `${part} in ${told}`)
      await makeIt(page)
      const link = await linkOf(owner)
      const midnight = await page.evaluate(() => {
        const end = new Date()
        end.setDate(end.getDate() + 7)
        return end.setHours(23, 59, 59, 0) / 1000
      })
      assert.equal(link.access, 'company')
      assert.equal(link.password, 'geheim 一')
      assert.equal(link.due_time, midnight)
      assert.equal(link.preview_limit, 20)
      assert.equal(link.download_limit_v2, 10)
      assert.equal(link.is_watermark_visitor, true)
      assert.equal(link.watermark_customize_content, '仅供内部')
      assert.equal(link.disable_forward, true)
      assert.equal(link.is_first_visit_told, false)
      assert.equal(link.disable_download, false)
    }))

  deepTest('[SHARE-05] preview-only hides the download limit and turns it off', () =>
    openPermissions({ share_default_download_limit: 5 }, async (page, owner) => {
      assert.equal(await count(page, 'download').inputValue(), '5')
      await turn(page, t('share.perms.previewOnly'))
      assert.equal(await count(page, 'download').count(), 0)
      await save(page)
      await makeIt(page)
      const link = await linkOf(owner)
      assert.equal(link.disable_download, true)
      assert.equal(link.is_download_limit_v2, false)
    }),
  )

  deepTest('[SHARE-04] leaving the field clamps a count above the maximum with a message, and steps stop there', () =>
    openPermissions({ share_max_preview_limit: 100 }, async (page) => {
      await turn(page, t('share.perms.previewLimit'))
      await count(page, 'preview').fill('4567')
      await count(page, 'preview').blur()
      await permissions(page)
        .getByText(t('share.limitTooLarge', { n: 100 }))
        .waitFor()
      assert.equal(await count(page, 'preview').inputValue(), '100')
      const more = permissions(page).getByRole('button', {
        name: t('share.perms.moreOf', { label: t('share.perms.previewLimit') }),
      })
      assert.equal(await more.getAttribute('aria-disabled'), 'true')
      await permissions(page)
        .getByRole('button', { name: t('share.perms.less', { label: t('share.perms.previewLimit') }) })
        .tap()
      await until('99', async () => (await count(page, 'preview').inputValue()) === '99')
    }),
  )

  deepTest(
    '[SHARE-09] [I18N-03] saving with an invalid field shows the tip and a message below the field, and loses nothing',
    () =>
      openPermissions({}, async (page) => {
        await turn(page, t('share.perms.previewLimit'))
        await count(page, 'preview').fill('')
        await password(page).fill('x'.repeat(33))
        await save(page)
        await toast(page, t('file.share.shareFieldErrorTips'))
        await permissions(page)
          .getByRole('alert')
          .filter({ hasText: t('share.fault.share_limit_too_small') })
          .waitFor()
        await permissions(page)
          .getByRole('alert')
          .filter({ hasText: t('share.fault.share_password_too_long') })
          .waitFor()
        assert.equal(await password(page).inputValue(), 'x'.repeat(33))
        await assertAccessible(page, '.permissions')
      }),
  )

  deepTest('[SHARE-03] another password can be generated, and a required one cannot be left out', () =>
    openPermissions({ is_share_force_passwd_switch: true }, async (page) => {
      const first = await password(page).inputValue()
      assert.match(first, /^[a-hjkmnp-z1-9]{4}$/)
      await permissions(page)
        .getByRole('button', { name: t('share.perms.newPassword') })
        .tap()
      await page.waitForFunction(
        (before) => document.querySelector<HTMLInputElement>('.password-input')?.value !== before,
        first,
      )
      await password(page).fill('')
      await password(page).blur()
      await permissions(page)
        .getByRole('alert')
        .filter({ hasText: t('share.fault.share_password_required') })
        .waitFor()
    }),
  )

  deepTest(
    '[SHARE-09] leaving with unsaved changes asks, by the arrow and by the browser; staying keeps, not saving discards, saving saves',
    () =>
      openPermissions({}, async (page) => {
        const question = sheet(page, t('share.unsaved.title'))
        const isOn = () =>
          permissions(page)
            .getByRole('switch', { name: t('share.perms.forward') })
            .getAttribute('aria-checked')
        await turn(page, t('share.perms.forward'))
        await page.goBack()
        await question.getByRole('button', { name: t('share.unsaved.stay') }).tap()
        await question.waitFor({ state: 'detached' })
        assert.equal(await isOn(), 'true')
        await permissions(page)
          .getByRole('button', { name: t('action.back'), exact: true })
          .tap()
        await assertAccessible(page, '.sheet')
        await page.goBack()
        await question.waitFor({ state: 'detached' })
        assert.equal(await isOn(), 'true')
        await page.goBack()
        await question.getByRole('button', { name: t('share.unsaved.discard') }).tap()
        await permissions(page).waitFor({ state: 'detached' })
        assert.ok(!(await cell(page, t('share.who')).innerText()).includes(t('share.can.noForward')))
        await cell(page, t('share.who')).tap()
        await turn(page, t('share.perms.forward'))
        await page.goBack()
        await question.getByRole('button', { name: t('share.unsaved.save'), exact: true }).tap()
        await permissions(page).waitFor({ state: 'detached' })
        await cell(page, t('share.can.noForward')).waitFor()
        await page.goBack()
        await addressBecomes(page, '/files/own')
      }),
  )

  deepTest('[SHARE-09] leaving without changes asks nothing', () =>
    openPermissions({}, async (page) => {
      await turn(page, t('share.perms.forward'))
      await turn(page, t('share.perms.forward'))
      await page.goBack()
      await permissions(page).waitFor({ state: 'detached' })
      assert.equal(await sheet(page, t('share.unsaved.title')).count(), 0)
    }),
  )

  deepTest('[SHARE-08] the page says so where the organisation manages shares', () =>
    openPermissions({ is_share_management: true, is_share_forward_disabled: true }, async (page) => {
      await permissions(page).getByText(t('share.perms.managed')).waitFor()
    }),
  )

  deepTest(
    '[SHARE-06] keys operate the calendar: arrows cross the end of a month, Enter chooses, and past days cannot be chosen',
    () =>
      openPermissions({}, async (page, owner) => {
        await page.clock.setFixedTime(new Date('2026-11-30T08:00:00'))
        await cell(page, t('share.perms.expiry')).focus()
        await page.keyboard.press('Enter')
        const calendar = sheet(page, t('share.perms.expiry'))
        await assertAccessible(page, '.sheet')
        const day = (month: number, number: number) =>
          calendar.getByRole('button', {
            name: t('share.calendar.day', { year: 2026, month, day: number }),
            exact: true,
          })
        assert.equal(await day(11, 29).count(), 0)
        await day(11, 30).focus()
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowRight')
        await page.waitForFunction(
          (name) => document.activeElement?.getAttribute('aria-label') === name,
          t('share.calendar.day', { year: 2026, month: 12, day: 9 }),
        )
        await page.keyboard.press('Enter')
        assert.equal(await day(12, 9).getAttribute('aria-pressed'), 'true')
        await calendar.getByText(t('share.calendar.until', { moment: '2026-12-09 23:59:59' })).waitFor()
        await calendar.getByRole('button', { name: t('action.confirm') }).focus()
        await page.keyboard.press('Enter')
        await cell(page, t('share.perms.expiryAt', { moment: '2026-12-09 23:59' })).waitFor()
        await page.clock.setFixedTime(new Date())
        void owner
      }),
  )

  deepTest('the page passes axe with everything open, and a key turns each switch', () =>
    openPermissions({}, async (page) => {
      for (const name of ['previewLimit', 'downloadLimit', 'visitorWatermark', 'watermark', 'forward'] as const) {
        const one = permissions(page).getByRole('switch', { name: t(`share.perms.${name}`), exact: true })
        await one.focus()
        await page.keyboard.press('Space')
        assert.equal(await one.getAttribute('aria-checked'), 'true', name)
      }
      await assertAccessible(page, '.permissions')
      await cell(page, t('share.perms.access')).tap()
      await assertAccessible(page, '.sheet')
    }),
  )
})

describe('entries of the popup', () => {
  for (const row of sample(runningRows, 5)) {
    test(`[SHARE-08] [SHARE-15] ${row.sentence}`, async () => {
      const { user, typedId } = await worldOf(row, drive.make, drive.server.deps)
      await drive.visit(user, `/files/frequent?share=${typedId}`, (page) => assertOffers(page, row))
    })
  }
})

/** The words of a reason. */
const words: Record<OfferReason, string> = {
  share_forbidden: t('refusal.share_forbidden'),
  share_disabled: t('refusal.share_disabled'),
  share_disabled_for_members: t('refusal.share_disabled_for_members'),
  share_encrypted: t('refusal.share_encrypted'),
  not_downloadable: t('share.perms.notDownloadable'),
  share_public_disabled: t('file.share.disabled.publicDisabled'),
  share_company_disabled: t('share.fault.share_company_disabled'),
  share_colleagues_disabled: t('share.fault.share_colleagues_disabled'),
  share_download_disabled: t('file.share.enterpriseDownloadForbidden'),
  share_forward_disabled: t('share.perms.forwardForced'),
  password_required: t('share.perms.passwordForced'),
  limit_required: t('share.perms.limitForced'),
  watermark_required: t('share.perms.watermarkForced'),
}

async function assertOffers(page: Page, row: OfferRow): Promise<void> {
  const expected = { ...everything, ...row.offers }
  const sides = [expected.link, expected.colleagues]
  if (!sides.includes('yes')) {
    const refused = sides.find((side): side is { no: OfferReason } => typeof side === 'object')
    await toast(page, words[refused!.no])
    await addressBecomes(page, '/files/frequent')
    return
  }
  await cell(page, t('share.who')).waitFor()
  const mode = (name: 'link' | 'colleagues') =>
    popup(page).getByRole('radio', { name: t(`share.mode.${name}`), exact: true })
  const isChoice = expected.link !== 'hidden' && expected.colleagues !== 'hidden'
  assert.equal(await mode('link').count(), isChoice ? 1 : 0)
  for (const side of ['link', 'colleagues'] as const) {
    const offer = expected[side]
    if (typeof offer !== 'object') continue
    await mode(side).tap()
    await toast(page, words[offer.no])
    assert.equal(await mode(side).getAttribute('aria-checked'), 'false')
  }
  const hasVersion =
    (await popup(page)
      .getByRole('switch', { name: t('share.pin.title') })
      .count()) === 1
  assert.equal(hasVersion ? 'yes' : 'hidden', expected.version)

  await cell(page, t('share.who')).tap()
  await cell(page, t('share.perms.access')).tap()
  const isForColleagues = expected.link !== 'yes'
  for (const access of ['public', 'company', 'collaborators'] as const) {
    const offer = access === 'collaborators' && isForColleagues ? 'yes' : expected[access]
    const choice = sheet(page, t('share.perms.access'))
      .getByRole('radio')
      .filter({ hasText: t(`share.access.${access}`) })
    await assertChoice(access, choice, offer)
  }
  await page.goBack()

  const locked = (label: string) => permissions(page).getByRole('switch', { name: t('share.perms.locked', { label }) })
  const switches: [label: string, offer: Offer][] = [
    [t('share.perms.previewOnly'), expected.download],
    [t('share.perms.previewLimit'), expected.limits],
    [t('share.perms.downloadLimit'), expected.limits],
    [t('share.perms.visitorWatermark'), expected.visitorWatermark],
    [t('share.perms.forward'), expected.forward],
  ]
  for (const [label, offer] of switches) {
    const isLocked = typeof offer === 'object'
    if (expected.download !== 'yes' && label === t('share.perms.downloadLimit')) continue
    assert.equal(await locked(label).count(), isLocked ? 1 : 0, label)
    if (!isLocked) continue
    assert.equal(await locked(label).getAttribute('aria-checked'), 'true', label)
    assert.ok((await cell(page, label).innerText()).includes(words[offer.no]), label)
    // The driver taps only enabled elements unless forced.
    await locked(label).tap({ force: true })
    assert.equal(await locked(label).getAttribute('aria-checked'), 'true', `${label} after a tap`)
  }
  const note = await cell(page, t('share.perms.password')).innerText()
  const isDemanded = note.includes(t('share.perms.passwordForced'))
  assert.equal(isDemanded, typeof expected.password === 'object')
}

async function assertChoice(name: string, choice: ReturnType<Page['locator']>, offer: Offer): Promise<void> {
  assert.equal(await choice.count(), offer === 'hidden' ? 0 : 1, name)
  if (offer === 'hidden') return
  assert.equal(await choice.getAttribute('aria-disabled'), offer === 'yes' ? null : 'true', name)
  if (typeof offer === 'object') assert.ok((await choice.innerText()).includes(words[offer.no]), name)
}
