import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { encode } from '../../support/samples/encode'
import { startTestServer, type TestServer } from '../../support/testServer'
import { sent, workbookParts, zipped } from '../../support/administration/importFiles'

let server: TestServer
let they: Client

before(async () => {
  server = await startTestServer()
  const make = factories(server.deps)
  const enterprise = await make.enterprise({ name: '明德学校' })
  they = await client(server).as((await make.user({ enterprise, role: 'owner' })).login)
})
after(() => server.close())

const check = async (content: string | Buffer, name = 'people.csv') =>
  (await they.call('POST /admin/import/check', sent(content, name))).import

const simplified = '账号,姓名,部门\nlin@school,林小满,教务处\nwang@school,王芳,学生处'
const traditional = '帳號,姓名,部門\nlin@school,林小滿,教務處\nwang@school,王芳,學生處'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('encodings and separators', () => {
  const files: readonly [string, Buffer, name: string][] = [
    ['UTF-8', Buffer.from(simplified), '林小满'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${simplified}`), '林小满'],
    ['UTF-16', utf16(simplified), '林小满'],
    ['UTF-16, the other order', utf16(simplified).swap16(), '林小满'],
    ['GBK', encode(simplified, 'gb18030'), '林小满'],
    ['Big5', encode(traditional, 'big5'), '林小滿'],
    ['semicolons', Buffer.from(simplified.replaceAll(',', ';')), '林小满'],
    ['tabs', Buffer.from(simplified.replaceAll(',', '\t')), '林小满'],
    ['tabs in UTF-16, as Excel saves Unicode text', utf16(simplified.replaceAll(',', '\t')), '林小满'],
    ['quotes', Buffer.from(simplified.replaceAll(/[^,\n]+/g, '"$&"')), '林小满'],
    ['CRLF', Buffer.from(simplified.replaceAll('\n', '\r\n')), '林小满'],
    ['the ends of lines of old Macs', Buffer.from(simplified.replaceAll('\n', '\r')), '林小满'],
    ['a title above the headings', Buffer.from(`明德学校教职工名单\n\n${simplified}`), '林小满'],
    ['a line that names the separator', Buffer.from(`sep=;\n${simplified.replaceAll(',', ';')}`), '林小满'],
  ]
  for (const [what, bytes, name] of files)
    test(`[ADM-04] a CSV in ${what} is read`, async () => {
      const found = await check(bytes)
      assert.deepEqual(
        found.changes.map((each) => [each.login, each.name]),
        [
          ['lin@school', name],
          ['wang@school', '王芳'],
        ],
      )
      assert.equal(found.departments.length, 2)
    })

  test('[ADM-04] a fault names the line that an editor shows, also after a cell of several lines', async () => {
    const { faults } = await check('login,name,部门\na@x,"安","一部\n二部"\n\nbad one,贝')
    assert.deepEqual(
      faults.map(({ line }) => line),
      [5],
    )
  })
})

describe('headings', () => {
  for (const headings of [
    'login,name,email,departments,groups',
    'Login,Name,E-mail,Departments,Groups',
    '账号,姓名,邮箱,部门,群组',
    '帳號,姓名,電子郵件,部門,群組',
    '学号（必填）,学生姓名,电子邮箱,班级,小组',
    ' 工号 ,名字,邮件,所属部门,组',
    'Username*,Full name,Email address,Department,Group',
  ])
    test(`[ADM-04] the headings ${headings} are recognised in any order`, async () => {
      const found = await check(`备注,${headings}\n,new@x,林,lin@school.example,一部,足球`)
      assert.deepEqual(
        found.columns.map(({ field }) => field),
        [null, 'login', 'name', 'email', 'departments', 'groups'],
      )
      assert.deepEqual([found.new_count, found.fault_count], [1, 0])
    })

  test('[ADM-04] the template has a mark of UTF-8 and headings that the import recognises', async () => {
    const { content, name } = await they.call('GET /admin/import/template', {})
    assert.match(name, /\.csv$/)
    assert.ok(content.startsWith('\ufeff账号,姓名,邮箱,'), content)
    const found = await check(`${content}new@x,林`)
    assert.ok(
      found.columns.every(({ field }) => field !== null),
      'every heading of the template is recognised',
    )
  })

  test('[ADM-04] without a column of logins, with two of them, or without people, the file is refused in words', async () => {
    await they.refused('POST /admin/import/check', sent('姓名,部门\n林,一部'), 'import_no_login')
    await they.refused('POST /admin/import/check', sent('账号,账号\na,b'), 'import_column_twice')
    await they.refused('POST /admin/import/check', sent('账号,姓名\n\n'), 'import_empty')
    await they.refused('POST /admin/import/check', sent(''), 'import_empty')
  })
})

describe('workbooks', () => {
  test('[ADM-04] an XLSX is read: texts, long numbers in full, formulas by their results', async () => {
    const parts = workbookParts([
      ['学号', '姓名', '部门'],
      [202300010001, '林小满', '高一/三班'],
      ['wang@school', { formula: 'CONCATENATE("王","芳")', result: '王芳' }, ''],
      ['=1+1', '甲', ''],
    ])
    const found = await check(await zipped(parts), 'people.xlsx')
    assert.deepEqual(
      found.changes.map((each) => [each.line, each.login, each.name]),
      [
        [2, '202300010001', '林小满'],
        [3, 'wang@school', '王芳'],
      ],
    )
    assert.deepEqual(
      found.faults.map(({ line, value, code }) => [line, value, code]),
      [[4, '=1+1', 'login_invalid']],
    )
    assert.deepEqual(found.departments, ['高一', '高一/三班'])
  })

  test('[ADM-04] another archive, an old workbook, a document with a password and a picture are refused in words', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
    const locked = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')])
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(50)])
    await they.refused('POST /admin/import/check', sent(await zipped({ 'a.txt': 'login' })), 'import_kind')
    await they.refused('POST /admin/import/check', sent(compound), 'import_kind')
    await they.refused('POST /admin/import/check', sent(locked), 'import_encrypted')
    await they.refused('POST /admin/import/check', sent(png), 'import_kind')
    await they.refused(
      'POST /admin/import/check',
      sent(Buffer.from('PK\x03\x04 and nothing else')),
      'import_unreadable',
    )
    await they.refused('POST /admin/import/check', sent(Buffer.alloc(5000)), 'import_unreadable')
  })
})
