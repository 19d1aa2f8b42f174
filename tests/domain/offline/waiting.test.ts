import { describe, expect, test } from '@jest/globals'
import {
  enqueue,
  markTried,
  nextToSend,
  refuse,
  rename,
  settle,
  waitingFolders,
  waitingName,
  type WaitingQueue,
  type WaitingRename,
} from '@/domain/offline/waiting'

const renaming = (key: string, typedId: string, before: string, name: string): WaitingRename => ({
  kind: 'rename',
  key,
  typedId,
  before,
  name,
})
const queue: WaitingQueue = [
  renaming('1', 'file_7', 'a.txt', 'b.txt'),
  { kind: 'folder', key: '2', parentFolderId: 0, name: '新' },
]
const names = (of: WaitingQueue) => of.map(({ name }) => name)

describe('[AH-42] names that wait for the network', () => {
  test('they keep their order', () => {
    expect(nextToSend(queue)?.key).toBe('1')
    expect(nextToSend(settle(queue, '1'))?.key).toBe('2')
    expect(nextToSend([])).toBeUndefined()
  })

  test('a further name replaces the waiting one at its place, and the original name drops it', () => {
    const further = enqueue(queue, renaming('3', 'file_7', 'a.txt', 'c.txt'))
    expect(further[0]).toStrictEqual(renaming('1', 'file_7', 'a.txt', 'c.txt'))
    expect(waitingName(further, 'file_7')).toBe('c.txt')
    expect(names(enqueue(further, renaming('4', 'file_7', 'a.txt', 'a.txt')))).toStrictEqual(['新'])
  })

  test('a name that was sent without an answer stays, and the further one waits behind it', () => {
    const further = enqueue(markTried(queue, '1'), renaming('3', 'file_7', 'a.txt', 'a.txt'))
    expect(names(further)).toStrictEqual(['b.txt', '新', 'a.txt'])
    expect(further[2]).toMatchObject({ before: 'b.txt' })
    expect(waitingName(further, 'file_7')).toBe('a.txt')
  })

  test('a refused change lets the others pass, keeps its name, and can be sent under another', () => {
    const refused = refuse(markTried(queue, '1'), '1', { text: '没有权限' })
    expect([nextToSend(refused)?.key, waitingName(refused, 'file_7')]).toStrictEqual(['2', undefined])
    expect(names(refused)).toStrictEqual(['b.txt', '新'])
    expect(rename(refused, '1', 'c.txt')[0]).toStrictEqual(renaming('1', 'file_7', 'a.txt', 'c.txt'))
  })

  test('a folder waits only in its own place, and not once it is refused', () => {
    const more = enqueue(queue, { kind: 'folder', key: '3', parentFolderId: 0, departmentId: 5, name: '部' })
    const namesIn = (of: WaitingQueue, parentFolderId: number, departmentId?: number) =>
      names(waitingFolders(of, { parentFolderId, departmentId }))
    expect([namesIn(more, 0), namesIn(more, 0, 5), namesIn(more, 7)]).toStrictEqual([['新'], ['部'], []])
    expect(namesIn(refuse(more, '2', { text: '重名' }), 0)).toStrictEqual([])
  })

  test('another name after somebody else’s rename begins at their name', () => {
    const refused = refuse(queue, '1', { renamedTo: 'x.txt' })
    expect(rename(refused, '1', 'c.txt')[0]).toMatchObject({ before: 'x.txt', name: 'c.txt' })
  })
})
