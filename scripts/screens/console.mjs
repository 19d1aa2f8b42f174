// The pictures of the guide for administrators: docs/admin.md in English, docs/admin.zh-CN.md in Chinese.
import path from 'node:path'
import sharp from 'sharp'
import { signIn } from './signIn.mjs'

const ACCOUNT = 'admin@mingde.demo'
const desk = { viewport: { width: 1200, height: 750 }, reducedMotion: 'reduce' }

/** The typed texts, by the language of the picture. */
const texts = {
  en: {
    school: 'Mingde School',
    owner: 'Wang Ke',
    departments: 'Teaching\n  Admissions\n  Examinations\nStudents\nLibrary',
    newcomer: 'Lin Yue',
  },
  'zh-CN': {
    school: '明德学校',
    owner: '王珂',
    departments: '教务处\n  招生办公室\n  考务中心\n学生处\n图书馆',
    newcomer: '林悦',
  },
}
export const languages = Object.keys(texts)

/** The page that makes an organisation of an empty server. */
export async function photographSetup(browser, address, folder) {
  for (const language of languages) {
    const { school, owner, departments } = texts[language]
    const context = await browser.newContext({ ...desk, viewport: { width: 720, height: 960 }, locale: language })
    const page = await context.newPage()
    await page.goto(address)
    const fields = page.locator('form input:visible')
    await fields.first().waitFor()
    for (const [at, value] of [school, owner, 'wangke', 'a long password', 'a long password'].entries())
      await fields.nth(at).fill(value)
    await page.locator('#arrival-departments').fill(departments)
    await save(page, folder, 'set-up', language)
    await context.close()
  }
}

/** Places of the console, in each language. */
export async function photographConsole(browser, address, folder) {
  for (const language of languages) {
    const options = { ...desk, locale: language }
    const storageState = await signIn(browser, address, ACCOUNT, options)
    const context = await browser.newContext({ ...options, storageState })
    const page = await context.newPage()
    for (const [name, show] of Object.entries(places)) {
      await show(page, address, texts[language])
      await page.waitForLoadState('networkidle')
      await save(page, folder, name, language)
    }
    await context.close()
  }
}

const windowOf = (page) => page.locator('.window')

const places = {
  /** The link that a new person gets. */
  async link(page, address, { newcomer }) {
    await page.goto(`${address}/admin/people`)
    await page.locator('.people-table .cell-name').first().waitFor()
    await page.locator('.console-main .btn-primary').click()
    const inputs = windowOf(page).locator('input.console-field-input')
    await inputs.nth(0).fill(newcomer)
    await inputs.nth(1).fill(newcomer.toLowerCase().replace(' ', ''))
    await windowOf(page).locator('.btn-primary').click()
    await page.locator('.link-qr').waitFor()
  },

  async departments(page, address) {
    await page.goto(`${address}/admin/departments`)
    await page.locator('.tree [role=row]').filter({ hasText: '招生办公室' }).last().click()
    await page.locator('.pane').waitFor()
  },

  /** What a person who leaves gives to somebody else. */
  async 'hand-over'(page, address) {
    await page.goto(`${address}/admin/people?q=teacher`)
    await page.locator('.people-table .cell-name').first().click()
    const foot = page.locator('.pane-foot')
    await foot.locator('.btn-danger').first().waitFor()
    const isActive = (await foot.locator('.btn-weak').count()) === 0
    // The second language finds the person deactivated.
    if (isActive) {
      await foot.locator('.btn-danger').first().click()
      await windowOf(page).locator('.btn-danger').click()
      await foot.locator('.btn-weak').waitFor()
    }
    await page.locator('.act').last().click()
    const picker = windowOf(page).locator('.picker input').first()
    await picker.fill('sunmin')
    await page.locator('.option-person').first().click()
    await page.locator('.toast').waitFor({ state: 'detached' })
  },

  /** A setting that was changed and not saved. */
  async policies(page, address) {
    await page.goto(`${address}/admin/policies?section=links`)
    await page.locator('.form-card .toggle').first().click()
    await page.locator('.save-bar').waitFor()
  },
}

async function save(page, folder, name, language) {
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(shot)
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(folder, `${name}.${language}.webp`))
}
