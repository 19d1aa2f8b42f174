import { describe, expect, test } from '@jest/globals'
import { checkName } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import { FOLDER_UPLOAD_MAX, planFolders, type FolderPlan, type FoundEntry } from '@/domain/uploads/folders'

const file = (path: string): FoundEntry<string> => ({ path: path.split('/'), file: path })
const empty = (path: string): FoundEntry<string> => ({ path: path.split('/'), file: null })

function planOf(entries: readonly FoundEntry<string>[]): FolderPlan<string> {
  const plan = planFolders(entries)
  if (typeof plan === 'string') throw new Error(plan)
  return plan
}

describe('[AH-43] the folders of an upload', () => {
  test('parents come before children, each folder has its own files, and empty folders are created, too', () => {
    const plan = planOf([file('招生/简章.pdf'), file('招生/照片/合影.jpg'), empty('招生/待定/以后'), file('散页.txt')])
    expect(plan).toStrictEqual({
      folders: [
        { name: '招生', parent: -1, files: ['招生/简章.pdf'] },
        { name: '照片', parent: 0, files: ['招生/照片/合影.jpg'] },
        { name: '待定', parent: 0, files: [] },
        { name: '以后', parent: 2, files: [] },
      ],
      files: ['散页.txt'],
      refused: [],
    })
  })

  test('folders get names that the drive accepts, and two that would get the same name stay apart', () => {
    const { folders } = planOf([file('a:b/1'), file('a：b/2'), file('…/3'), file(`${'长'.repeat(300)}/4`)])
    expect(folders.map(({ name }) => name).slice(0, 2)).toStrictEqual(['a：b', 'a：b (2)'])
    expect(folders.map(({ files }) => files)).toStrictEqual([['a:b/1'], ['a：b/2'], ['…/3'], [`${'长'.repeat(300)}/4`]])
    expect(folders.every(({ name }) => checkName(name).ok)).toBe(true)
  })

  test('a path that could lead elsewhere is left out and named', () => {
    const paths = ['../secret', 'a/../../b', './c', 'a//b', 'a/ /b', '', 'a/..']
    const plan = planOf([...paths.map(file), { path: [], file: 'nothing' }, file('good/file')])
    expect(plan.refused).toStrictEqual([...paths, ''])
    expect(plan.folders).toStrictEqual([{ name: 'good', parent: -1, files: ['good/file'] }])
  })

  test('a slash within a name does not join two folders', () => {
    const { folders } = planOf([
      { path: ['a/b', 'c'], file: '1' },
      { path: ['a', 'b', 'c'], file: '2' },
    ])
    expect(folders.map(({ name, parent }) => [name, parent])).toStrictEqual([
      ['a／b', -1],
      ['a', -1],
      ['b', 1],
    ])
  })

  test('ten thousand entries are planned, one more is refused, and so is a folder below the deepest level', () => {
    const many = Array.from({ length: FOLDER_UPLOAD_MAX }, (_, n) => file(`文件夹/${n % 100}/${n}.txt`))
    const { folders } = planOf(many)
    expect(folders).toHaveLength(101)
    expect(folders.flatMap(({ files }) => files)).toHaveLength(FOLDER_UPLOAD_MAX)
    expect(planFolders([...many, file('one')])).toBe('tooMany')
    const deep = (levels: number) => Array.from({ length: levels }, () => 'd').join('/')
    expect(planFolders([empty(deep(FOLDER_DEPTH_LIMIT))])).toHaveProperty('folders.length', FOLDER_DEPTH_LIMIT)
    expect(planFolders([empty(deep(FOLDER_DEPTH_LIMIT + 1))])).toBe('tooDeep')
    const wide = Array.from({ length: 200 }, (_, n) => empty(`${n}/${deep(FOLDER_DEPTH_LIMIT - 1)}`))
    expect(planFolders(wide)).toBe('tooMany')
  })
})
