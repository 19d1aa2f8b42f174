import { describe, expect, test } from '@jest/globals'
import { createApp } from '@/stores/app/AppServices'
import { FakePlatform } from '../support/fakePlatform'
import { startApp } from '../support/startApp'

describe('language and wording', () => {
  test('zh-CN and the wording of the enterprise apply without a choice (decisions 33)', async () => {
    const app = createApp(new FakePlatform())
    expect([app.language.language, app.language.wording]).toStrictEqual(['zh-CN', 'default'])
    const { app: started } = await startApp()
    expect(started.language.wording).toBe('education')
  })

  test('a choice is stored and restarts the app, and the other setting stays', () => {
    const platform = new FakePlatform()
    platform.chosenLanguage = { wording: 'education' }
    createApp(platform).language.choose({ language: 'en' })
    expect([platform.chosenLanguage, platform.navigate.restarts]).toStrictEqual([
      { language: 'en', wording: 'education' },
      1,
    ])
    const app = createApp(platform)
    expect([app.language.language, app.language.wording]).toStrictEqual(['en', 'education'])
  })

  test('a choice applies at once where the stores live on, as in the mini-program', () => {
    const { language } = createApp(new FakePlatform('weapp'))
    language.choose({ language: 'en' })
    language.choose({ wording: 'education' })
    expect([language.language, language.wording]).toStrictEqual(['en', 'education'])
  })

  test('the user’s wording beats the enterprise’s', async () => {
    const { app, platform } = await startApp()
    app.language.choose({ wording: 'default' })
    expect(createApp(platform).language.wording).toBe('default')
  })
})

describe('[AH-22] light and dark', () => {
  test('the colours follow the system until the user chooses, and again afterwards', () => {
    const platform = new FakePlatform()
    platform.theme = 'dark'
    const { appearance } = createApp(platform)
    expect([appearance.choice, appearance.effective]).toStrictEqual(['system', 'dark'])
    platform.turnTheme('light')
    expect(appearance.effective).toBe('light')
    appearance.choose('dark')
    platform.turnTheme('light')
    expect(appearance.effective).toBe('dark')
    appearance.choose('system')
    expect(appearance.effective).toBe('light')
  })

  test('the choice survives a restart, and an invalid one is ignored', () => {
    const platform = new FakePlatform()
    createApp(platform).appearance.choose('dark')
    expect(createApp(platform).appearance.choice).toBe('dark')
    platform.storage.write('appearance', 'purple')
    expect(createApp(platform).appearance.choice).toBe('system')
  })
})
