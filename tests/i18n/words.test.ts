import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { fill } from '@/i18n/errors/fill'
import { createWords } from '@/i18n/words'
import { phrases as en } from '@/i18n/main/en'
import { education } from '@/i18n/main/education.zhCN'
import { phrases as zhCN } from '@/i18n/main/zhCN'
import { allOf } from './catalogues'

describe('words', () => {
  test('a key gives its text, with the values at their places', () => {
    const t = createWords(...allOf('zh-CN'))
    assert.equal(t('action.cancel'), '取消')
    assert.equal(t('remove.done', { name: '旧版海报.psd' }), '已删除“旧版海报.psd”')
  })

  test('a value that looks like a place is not filled again', () => {
    assert.equal(createWords(...allOf('en'))('remove.done', { name: '{n}' }), '“{n}” deleted')
    assert.equal(fill('{a}{b}', { a: '{b}', b: 'x' }), '{b}x')
  })

  test('a place without a value stays to be seen', () => {
    assert.equal(fill('{n} of {total}', { n: 0 }), '0 of {total}')
  })

  test('English tells one from several by n', () => {
    const t = createWords(en)
    assert.equal(t('time.minutes', { n: 1 }), '1 minute ago')
    assert.equal(t('time.minutes', { n: 0 }), '0 minutes ago')
    assert.equal(t('time.minutes', { n: 59 }), '59 minutes ago')
  })

  test('the overlay that comes last wins, and only where it says something', () => {
    const t = createWords(zhCN, education)
    assert.equal(t('empty.expired.title'), '学校的服务已到期')
    assert.equal(t('empty.list.title'), '这里还没有文件')
  })

  test('two packages may share a first name', () => {
    const t = createWords(...allOf('zh-CN'))
    assert.equal(t('preview.noPermission'), '没有预览权限')
    assert.equal(t('preview.generating'), '正在生成预览')
  })
})
