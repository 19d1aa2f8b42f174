import type { administrationImportCalls } from '@/contract/administration/import'
import type { Dependencies } from '../../dependencies'
import { originOf } from '../../http/baseInfo'
import { requireUser, type Handlers } from '../../http/handler'
import { presentImport } from '../../presenters/administration/import'
import { requireRight } from '../../services/administration/acts'
import {
  checkImport,
  importTemplate,
  readImport,
  readProgress,
  runImport,
} from '../../services/administration/import/imports'
import { makeImportLinks } from '../../services/administration/import/links'
import { secondsOf } from '../../time/clock'

/** The import of people, for administrators. */
export function importRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'config' | 'previews'>,
): Handlers<typeof administrationImportCalls> {
  const tables = ports.previews
  return {
    'GET /admin/import/template': requireUser(async ({ actor, language, wording }) =>
      importTemplate(actor, language, wording),
    ),
    // The file is held in memory, so the right is checked before the file is received.
    'POST /admin/import/check': requireUser(
      async (context, { file_name: fileName, content, creates_missing: createsMissing = true }) => {
        const bytes = Buffer.from(content, 'base64')
        const facts = await checkImport({ ...ports, tables }, context.actor, { fileName, bytes, createsMissing })
        return { import: presentImport(facts, context) }
      },
      ({ actor }) => requireRight(actor, 'importPeople'),
    ),
    'GET /admin/import/info': requireUser(async (context) => {
      const facts = await readImport(ports, context.actor)
      return { import: facts && presentImport(facts, context) }
    }),
    'GET /admin/import/progress': requireUser(async ({ actor }) => ({ progress: await readProgress(ports, actor) })),
    'POST /admin/import/run': requireUser(async (context, { import_id: id, skips_faulty: skipsFaulty = false }) => {
      const facts = await runImport(ports, context.actor, { id, skipsFaulty })
      return { import: presentImport(facts, context) }
    }),
    'POST /admin/import/links': requireUser(async ({ actor }, { import_id: id }, request) => {
      const { links, expiresAt } = await makeImportLinks(ports, actor, id)
      const origin = ports.config.baseUrl ?? originOf(request)
      return {
        expires_at: secondsOf(expiresAt),
        links: links.map(({ token, ...person }) => ({ ...person, url: `${origin}/welcome#${token}` })),
      }
    }),
  }
}
