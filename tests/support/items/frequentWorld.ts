import { client } from '../client'
import type { factories } from '../factories'
import type { TestServer } from '../testServer'

/** A user with a favourite of every freq_type, including an inaccessible and a deleted one (LIST-10, LIST-11). */
export async function frequentWorld(server: TestServer, make: ReturnType<typeof factories>) {
  const [enterprise, elsewhere] = [await make.enterprise(), await make.enterprise({ name: '云舟科技' })]
  const department = await make.department({ enterprise, name: '教务处' })
  const user = await make.user({ department })
  const [colleague, outsider] = [await make.user({ enterprise }), await make.user({ enterprise: elsewhere })]
  const [open, shut] = [
    await make.department({ parent: department, name: '招生办公室' }),
    await make.department({ parent: department, name: '档案室' }),
  ]
  await make.member(open, user)
  await make.file({ department }, { name: '通知.txt' })
  await make.folder({ department }, { name: '校历' })

  const folder = await make.folder({ owner: colleague }, { name: '资料' })
  await make.collab(folder, { user }, 'viewer')
  for (const name of ['初稿', '终稿']) await make.folder({ parent: folder }, { name })
  await make.file({ parent: folder }, { name: '说明.txt' })
  await make.collab(await make.folder({ parent: folder }, { name: '成绩' }), { user }, 'reset')
  const file = await make.file({ owner: user }, { name: '简章.pdf' })

  const brief = await make.folder({ owner: outsider }, { name: '需求' })
  await make.collab(brief, { user }, 'viewer')
  await make.collab(await make.file({ owner: outsider }, { name: '合同.pdf' }), { user }, 'viewer')
  const lent = await make.file({ owner: colleague }, { name: '试卷.docx' })
  const lending = await make.collab(lent, { user }, 'viewer')
  const gone = await make.folder({ owner: user }, { name: '旧课件' })

  const me = await client(server).as(user.login)
  const wanted = [
    `folder_${gone.id}`,
    `file_${lent.id}`,
    `external_enterprise_${elsewhere.id}`,
    `department_${department.id}`,
    `folder_${folder.id}`,
    `file_${file.id}`,
  ] as const
  for (const typed_id of wanted) await me.call('POST /apps/frequently_used_items/add', { typed_id })
  await server.deps.db.deleteFrom('collabs').where('id', '=', lending.id).execute()
  await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${gone.id}`] })
  return { user, me, outsider, elsewhere, department, shut, folder, file, lent, gone }
}
