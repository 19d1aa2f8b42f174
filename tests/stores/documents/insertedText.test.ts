import { describe, expect, test } from '@jest/globals'
import * as Y from 'yjs'
import { insertedText } from '@/stores/documents/insertedText'

/** A text, and the changes since the last call of `changes`. */
function writing() {
  const document = new Y.Doc()
  const text = document.getText('default')
  let updates: Uint8Array[] = []
  document.on('update', (update: Uint8Array) => updates.push(update))
  const changes = () => {
    const made = updates
    updates = []
    return made
  }
  return { text, changes }
}

describe('the letters that changes add [DOC-03]', () => {
  test('letters typed one after the other are one line, and what was there before is none', () => {
    const { text, changes } = writing()
    text.insert(0, '已经保存')
    changes()
    for (const [at, letter] of [...'没保存'].entries()) text.insert(4 + at, letter)
    expect(insertedText(changes())).toBe('没保存')
  })

  test('words in composition that were replaced are no part of it', () => {
    const { text, changes } = writing()
    text.insert(0, 'ni')
    text.insert(2, ' hao')
    text.delete(0, 6)
    text.insert(0, '你好')
    expect(insertedText(changes())).toBe('你好')
  })

  test('two places are two lines, and deletions add nothing', () => {
    const { text, changes } = writing()
    text.insert(0, '中间')
    changes()
    text.insert(0, '前')
    text.delete(1, 1)
    text.insert(2, '后')
    expect(insertedText(changes()).split('\n')).toEqual(['前', '后'])
    text.delete(0, 1)
    expect(insertedText(changes())).toBe('')
    expect(insertedText([])).toBe('')
  })
})
