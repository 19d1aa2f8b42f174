import { describe, expect, test } from '@jest/globals'
import { fill } from '@/i18n/errors/fill'
import { createWords } from '@/i18n/words'
import { phrases as en } from '@/i18n/main/en'
import { education } from '@/i18n/main/education.zhCN'
import { phrases as zhCN } from '@/i18n/main/zhCN'
import { allOf } from './catalogues'

describe('words', () => {
  test('a key returns its text, with the values at its placeholders', () => {
    const t = createWords(...allOf('zh-CN'))
    expect(t('action.cancel')).toBe('取消')
    expect(t('remove.done', { name: '旧版海报.psd' })).toBe('已删除“旧版海报.psd”')
  })

  test('a value that looks like a placeholder is not filled again', () => {
    expect(createWords(...allOf('en'))('remove.done', { name: '{n}' })).toBe('“{n}” deleted')
    expect(fill('{a}{b}', { a: '{b}', b: 'x' })).toBe('{b}x')
  })

  test('a placeholder without a value stays visible', () => {
    expect(fill('{n} of {total}', { n: 0 })).toBe('0 of {total}')
  })

  test('English chooses singular or plural by n', () => {
    const t = createWords(en)
    expect(t('time.minutes', { n: 1 })).toBe('1 minute ago')
    expect(t('time.minutes', { n: 0 })).toBe('0 minutes ago')
    expect(t('time.minutes', { n: 59 })).toBe('59 minutes ago')
  })

  test('the last overlay wins, and only where it has a text', () => {
    const t = createWords(zhCN, education)
    expect(t('empty.expired.title')).toBe('学校的服务已到期')
    expect(t('empty.failed.title')).toBe('没能加载出来')
  })

  test('two packages may share a first name', () => {
    const t = createWords(...allOf('zh-CN'))
    expect(t('preview.noPermission')).toBe('没有预览权限')
    expect(t('preview.generating')).toBe('正在生成预览')
  })
})
