import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApp } from '@/stores/shell/AppStore'
import { FakePlatform } from '../support/fakePlatform'
import { startApp } from '../support/startApp'

describe('language and wording, chosen and kept', () => {
  test('zh-CN and the wording of the enterprise where nothing was chosen (decisions 33)', async () => {
    const app = createApp(new FakePlatform())
    assert.deepEqual([app.language.language, app.language.wording], ['zh-CN', 'default'])
    const { app: started } = await startApp()
    assert.equal(started.language.wording, 'education')
  })

  test('a choice is written and starts the app anew; the other half stays', () => {
    const platform = new FakePlatform()
    platform.chosenLanguage = { wording: 'education' }
    createApp(platform).language.choose({ language: 'en' })
    assert.deepEqual(
      [platform.chosenLanguage, platform.navigate.restarts],
      [{ language: 'en', wording: 'education' }, 1],
    )
    const app = createApp(platform)
    assert.deepEqual([app.language.language, app.language.wording], ['en', 'education'])
  })

  test('a choice holds at once where the stores live on, as in the mini-program', () => {
    const { language } = createApp(new FakePlatform('weapp'))
    language.choose({ language: 'en' })
    language.choose({ wording: 'education' })
    assert.deepEqual([language.language, language.wording], ['en', 'education'])
  })

  test('the user’s wording beats the enterprise’s', async () => {
    const { app, platform } = await startApp()
    app.language.choose({ wording: 'default' })
    assert.equal(createApp(platform).language.wording, 'default')
  })
})

describe('[AH-22] light and dark', () => {
  test('follow the system until one is chosen, and again afterwards', () => {
    const platform = new FakePlatform()
    platform.theme = 'dark'
    const { appearance } = createApp(platform)
    assert.deepEqual([appearance.choice, appearance.effective], ['system', 'dark'])
    platform.turnTheme('light')
    assert.equal(appearance.effective, 'light')
    appearance.choose('dark')
    platform.turnTheme('light')
    assert.equal(appearance.effective, 'dark')
    appearance.choose('system')
    assert.equal(appearance.effective, 'light')
  })

  test('the choice outlives the app; what is none is not believed', () => {
    const platform = new FakePlatform()
    createApp(platform).appearance.choose('dark')
    assert.equal(createApp(platform).appearance.choice, 'dark')
    platform.storage.write('appearance', 'purple')
    assert.equal(createApp(platform).appearance.choice, 'system')
  })
})
