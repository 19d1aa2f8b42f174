import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { previewReasonWords } from '@/i18n/errors'
import { languageNames } from '@/i18n/languages'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { fillDemoWorld } from '../../../server/demo/fillDemoWorld'
import { photo } from '../../support/samples/samples'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { isDrawn } from '../rig/ink'
import { isBlue, isRed, pixels } from '../rig/pixels'
import { addressBecomes, names, openMe, row, shown, wordsIn } from '../rig/screen'
import { isDeep, sample } from '../../support/deep'

const password = 'satchel-demo'
let folder = ''
/** MB; in an ordinary run enough for several parts. */
const VIDEO = isDeep ? 200 : 40
/** A sparse file of that size. */
let video = ''

const drive = openDrive({}, async ({ deps }) => {
  await fillDemoWorld(deps, password, { crowd: 100 })
  folder = await mkdtemp(path.join(tmpdir(), 'satchel-walk-'))
  video = path.join(folder, '航拍.bin')
  const file = await open(video, 'w')
  await file.truncate(VIDEO * 1024 * 1024)
  await file.close()
})
after(() => rm(folder, { recursive: true }))

/** The session of issue 2, as one user would do it. */
class Walk {
  private readonly t: Words<PackageName>
  private readonly notSupported: string

  constructor(
    private readonly page: Page,
    language: 'zh-CN' | 'en',
  ) {
    this.t = wordsIn(language)
    this.notSupported = previewReasonWords[language].not_support
  }

  get screen() {
    return shown(this.page)
  }

  async signIn(login: string) {
    const { t, screen } = this
    await screen.getByLabel(t('login.account')).fill(login)
    await screen.getByLabel(t('login.password'), { exact: true }).fill(password)
    await screen.getByRole('button', { name: t('login.submit') }).tap()
    await addressBecomes(this.page, '/files/frequent')
    await row(this.page, '宣传物料').waitFor()
  }

  async go(from: string, to: string) {
    await this.openNavigation(from)
    await this.panel.getByRole('button', { name: to, exact: true }).tap()
    await this.screen.getByRole('heading', { name: to }).waitFor()
  }

  async openNavigation(from: string) {
    await this.screen.getByRole('button', { name: this.t('header.chooseSpace', { name: from }) }).tap()
    await this.panel.waitFor()
  }

  /** Unfolds the closed levels above a department. */
  async unfold(...names: string[]) {
    for (const name of names) {
      const button = (label: string) => this.panel.getByRole('button', { name: label, exact: true })
      // A department that cannot be opened is unfolded by its row.
      const row = (expanded: boolean) => this.panel.getByRole('button', { name, exact: true, expanded })
      const closed = button(this.t('navigation.expand', { name })).or(row(false))
      await closed
        .or(button(this.t('navigation.collapse', { name })))
        .or(row(true))
        .waitFor()
      if ((await closed.count()) > 0) await closed.tap()
    }
  }

  get panel() {
    return this.screen.getByRole('dialog', { name: this.t('navigation.title') })
  }

  async scrollThrough(total: number) {
    const list = this.screen.locator('.virtual-list')
    await until(`${total} rows`, async () => {
      await list.evaluate((box) => {
        box.scrollTop = box.scrollHeight
      })
      return (await this.screen.locator('.virtual-list-body').evaluate((body) => body.clientHeight / 64)) === total
    })
  }

  /** Scrolls on until the row is there. */
  async reach(name: string) {
    const list = this.screen.locator('.virtual-list')
    await list.evaluate((box) => {
      box.scrollTop = 0
    })
    await until(name, async () => {
      if ((await row(this.page, name).count()) > 0) return true
      await list.evaluate((box) => {
        box.scrollTop += box.clientHeight / 2
      })
      return false
    })
  }

  async sort() {
    const { t, screen } = this
    await screen.getByRole('button', { name: t('list.sort') }).tap()
    await screen.getByRole('radio', { name: new RegExp(`${t('sort.by.name')}\\s*${t('sort.order.name.asc')}`) }).tap()
    await this.says(t('sort.toast.name.asc'))
  }

  async says(text: string) {
    await this.page.getByRole('status').filter({ hasText: text }).waitFor()
  }

  async pick(source: 'media' | 'files', file: string | { name: string; mimeType: string; buffer: Buffer }) {
    const { t, screen } = this
    await screen.getByRole('button', { name: t('list.add') }).tap()
    const chosen = this.page.waitForEvent('filechooser')
    await screen.getByRole('button', { name: t(`upload.${source}`), exact: true }).tap()
    await (await chosen).setFiles(file)
  }

  async uploadPhoto(name: string) {
    await this.pick('media', { name, mimeType: 'image/jpeg', buffer: await photo() })
    await until('the photo on top', async () => (await names(this.page))[0] === name)
    await until('its thumbnail', async () => {
      const [left, right] = await pixels(row(this.page, name).locator('.tile'), [
        [0.2, 0.5],
        [0.8, 0.5],
      ])
      return isRed(left) && isBlue(right)
    })
  }

  async uploadVideo() {
    await this.pick('files', video)
    await this.screen.locator('.upload-tray').tap()
    const bar = this.screen.getByRole('dialog').getByRole('progressbar')
    const seen = new Set<number>()
    await until(
      'the end of the upload',
      async () => {
        if ((await bar.count()) > 0) seen.add(Number(await bar.getAttribute('aria-valuenow').catch(() => 0)))
        return this.screen.locator('.upload-row').getByText(this.t('upload.state.uploaded')).isVisible()
      },
      120_000,
    )
    assert.ok(
      [...seen].some((percent) => percent > 0 && percent < 100),
      `progress seen: ${[...seen]}`,
    )
    await this.page.goBack()
    await until('the video on top', async () => (await names(this.page))[0] === path.basename(video))
    assert.match(
      await row(this.page, path.basename(video)).locator('.row-detail').innerText(),
      new RegExp(`${VIDEO} MB$`),
    )
  }

  async openPicture(name: string) {
    await row(this.page, name).locator('.row-open').tap()
    const picture = this.screen.locator('.gallery-place:not([aria-hidden=true]) img')
    await picture.waitFor()
    await until('its pixels', async () => {
      const [left, right] = await pixels(picture, [
        [0.2, 0.5],
        [0.8, 0.5],
      ])
      return isRed(left) && isBlue(right)
    })
    await this.closePreview()
  }

  /** Expects pages, or, where the server cannot convert the document, the message that says so. */
  async openDocument(name: string, needsConverter: boolean) {
    await this.reach(name)
    await row(this.page, name).locator('.row-open').tap()
    const canvas = this.screen.locator('.pdf-page canvas').first()
    const refusal = this.screen.getByText(this.notSupported)
    await canvas.or(refusal).waitFor({ timeout: 90_000 })
    if (needsConverter && (await refusal.count()) > 0)
      assert.equal(await this.screen.locator('.preview [role=alert]').count(), 1)
    else await until('ink on the page', () => isDrawn(canvas), 30_000)
    await this.closePreview()
  }

  async closePreview() {
    await this.screen
      .locator('.preview')
      .getByRole('button', { name: this.t('action.back') })
      .tap()
    await this.screen.locator('.preview').waitFor({ state: 'detached' })
  }

  async act(name: string, action: 'menu.favourite' | 'menu.rename' | 'menu.delete') {
    await row(this.page, name)
      .getByRole('button', { name: this.t('row.more', { name }) })
      .tap()
    await this.screen
      .getByRole('dialog', { name })
      .getByRole('button', { name: this.t(action) })
      .tap()
  }

  async rename(name: string, typed: string) {
    await this.act(name, 'menu.rename')
    await this.screen.getByRole('textbox', { name: this.t('name.label') }).fill(typed)
    await this.screen.getByRole('button', { name: this.t('action.save') }).tap()
    await this.says(this.t('name.renamed'))
  }

  async remove(name: string) {
    await this.act(name, 'menu.delete')
    await this.screen
      .getByRole('alertdialog')
      .getByRole('button', { name: this.t('remove.confirm') })
      .tap()
    await row(this.page, name).waitFor({ state: 'detached' })
  }

  async openAccount() {
    await openMe(this.page)
    await this.screen.getByRole('heading', { name: this.t('me.title') }).waitFor()
  }

  async signOut() {
    const { t, screen } = this
    await screen.getByRole('button', { name: t('me.signOut') }).tap()
    await screen
      .getByRole('alertdialog')
      .getByRole('button', { name: t('me.signOut') })
      .tap()
    await screen.getByLabel(t('login.account')).waitFor()
    await addressBecomes(this.page, '/login')
  }
}

for (const language of sample(['zh-CN', 'en'] as const, 1)) {
  test(`a user finishes the whole walk in ${language}`, () =>
    drive.visit(
      null,
      '/',
      async (page) => {
        const t = wordsIn(language)
        if (language !== 'zh-CN') {
          await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
          await page.reload()
        }
        const walk = new Walk(page, language)
        await walk.signIn('teacher@mingde.demo')

        await walk.go(t('space.frequent'), t('space.collab'))
        await row(page, '宣传物料').waitFor()
        await walk.openNavigation(t('space.collab'))
        await walk.unfold('明德学校', '教务处')
        await walk.panel.getByRole('button', { name: '招生办公室', exact: true }).tap()
        await walk.screen.getByRole('heading', { name: '招生办公室' }).waitFor()
        await row(page, '宣讲会').first().waitFor()
        await walk.scrollThrough(60)
        await walk.sort()
        await until('the first by name', async () => (await names(page))[0] === '2026 秋季报名')
        await walk.openDocument('问答手册.docx', true)

        await walk.go('招生办公室', t('space.own'))
        await walk.openDocument('教师手册.pdf', false)
        await walk.uploadPhoto(`晨读 ${language}.jpg`)
        await walk.uploadVideo()
        await walk.openPicture(`晨读 ${language}.jpg`)

        await walk.act(`晨读 ${language}.jpg`, 'menu.favourite')
        await walk.says(t('favourite.added'))
        await walk.rename(`晨读 ${language}.jpg`, '早读')
        await row(page, '早读.jpg').waitFor()
        await walk.remove('早读.jpg')
        await walk.remove(path.basename(video))

        await walk.openAccount()
        const next = language === 'en' ? 'zh-CN' : 'en'
        await walk.screen.getByRole('radio', { name: languageNames[next] }).tap()
        const there = new Walk(page, next)
        await there.openAccount()
        await there.screen.getByRole('radio', { name: wordsIn(next)('me.appearances.dark') }).tap()
        await there.screen.locator('.screen.theme-dark').waitFor()
        await there.signOut()
      },
      { expected: [/representations\/download/] },
    ))
}
