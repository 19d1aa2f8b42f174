import { Option, type Command } from 'commander'
import type { Policies } from '@/contract/administration/policies'
import { addDepartmentMembers, removeDepartmentMembers } from '../../services/administration/departmentMembers'
import * as departments from '../../services/administration/departments'
import * as groups from '../../services/administration/groups'
import { readPolicies, setPolicies } from '../../services/administration/policies'
import { quotaBytes, requireChange, wholeNumber } from '../optionValues'
import { requireSettings } from '../policySettings'
import { personNamed, table, withSession, type Session } from '../session'

const orNull = (text: string | undefined) => (text === undefined || text === 'none' ? null : wholeNumber(text))

/** `share_disabled_for` by the word of the command line. */
const sharingBy = { everybody: null, managers: 'members', nobody: 'all' } as const

interface DepartmentChange {
  name?: string
  quota?: string
  sharing?: keyof typeof sharingBy
}

/** Departments, groups and policies. */
export function addPlaceCommands(program: Command): void {
  addDepartmentCommands(program.command('department').description('departments of the organisation'))
  addGroupCommands(program.command('group').description('groups of the organisation'))
  addPolicyCommands(program.command('policy').description('settings of the organisation'))
}

const peopleOf = async ({ db, administrator }: Session, logins: readonly string[]) => {
  const actor = await administrator()
  return { actor, ids: await Promise.all(logins.map((login) => personNamed(db, actor, login))) }
}

function addDepartmentCommands(department: Command): void {
  department
    .command('list')
    .description('lists the tree')
    .action(
      withSession(async (session) => {
        const rows = await departments.departmentTree(session, await session.administrator())
        const below = (parentId: number | null, indent: string): string[][] =>
          rows
            .filter((row) => row.parent_id === parentId)
            .flatMap((row) => [
              [String(row.id), String(row.member_count), indent + row.name],
              ...below(row.id, `${indent}  `),
            ])
        session.print(rows, table([['id', 'members', 'name'], ...below(null, '')]))
      }),
    )
  department
    .command('create <name>')
    .description('adds a department and prints its id')
    .option('--below <id>', 'the department above')
    .action(
      withSession(async (session, name: string, options: { below?: string }) => {
        const id = await departments.createDepartment(session, await session.administrator(), {
          name,
          parent_id: orNull(options.below),
        })
        session.print({ department_id: id }, String(id))
      }),
    )
  department
    .command('edit <id>')
    .description('renames a department, sets its quota, or decides who may share its folder')
    .option('--name <name>')
    .option('--quota <bytes>', '`default` for that of the organisation')
    .addOption(
      new Option('--sharing <who>', 'who may share the folder of the department by a link').choices(
        Object.keys(sharingBy),
      ),
    )
    .action(
      withSession(async (session, id: string, changes: DepartmentChange) => {
        requireChange(changes)
        const { name, quota, sharing } = changes
        await departments.editDepartment(session, await session.administrator(), {
          department_id: wholeNumber(id),
          name,
          ...(quota !== undefined && { quota_bytes: quotaBytes(quota) }),
          ...(sharing !== undefined && { share_disabled_for: sharingBy[sharing] }),
        })
        session.print({ success: true }, `Changed ${id}.`)
      }),
    )
  department
    .command('move <id>')
    .description('moves a department')
    .requiredOption('--below <id>', 'the department above; none: to the top')
    .option('--before <id>', 'the department that follows')
    .action(
      withSession(async (session, id: string, options: { below: string; before?: string }) => {
        const place = {
          department_id: wholeNumber(id),
          parent_id: orNull(options.below),
          before_id: orNull(options.before),
        }
        await departments.moveDepartment(session, await session.administrator(), place)
        session.print({ success: true }, `Moved ${id}.`)
      }),
    )
  department
    .command('merge <id> <into>')
    .description('moves members, files and departments into another department, and deletes the first')
    .action(
      withSession(async (session, id: string, into: string) => {
        await departments.mergeDepartments(session, await session.administrator(), wholeNumber(id), wholeNumber(into))
        session.print({ success: true }, `Merged ${id} into ${into}.`)
      }),
    )
  department
    .command('delete <id>')
    .description('deletes a department; its folder goes to the trash')
    .option('--members-to <id>')
    .option('--files-to <id>')
    .action(
      withSession(async (session, id: string, options: { membersTo?: string; filesTo?: string }) => {
        const asked = {
          department_id: wholeNumber(id),
          members_to: orNull(options.membersTo),
          files_to: orNull(options.filesTo),
        }
        await departments.deleteDepartment(session, await session.administrator(), asked)
        session.print({ success: true }, `Deleted ${id}.`)
      }),
    )
  department
    .command('add <id> <logins...>')
    .description('adds members')
    .option('--manager', 'as managers')
    .action(
      withSession(async (session, id: string, logins: string[], options: { manager?: boolean }) => {
        const { actor, ids } = await peopleOf(session, logins)
        await addDepartmentMembers(session, actor, wholeNumber(id), ids, options.manager ?? false)
        session.print({ success: true }, `Added ${ids.length}.`)
      }),
    )
  department
    .command('remove <id> <logins...>')
    .description('removes members')
    .action(
      withSession(async (session, id: string, logins: string[]) => {
        const { actor, ids } = await peopleOf(session, logins)
        await removeDepartmentMembers(session, actor, wholeNumber(id), ids)
        session.print({ success: true }, `Removed ${ids.length}.`)
      }),
    )
}

function addGroupCommands(group: Command): void {
  group
    .command('list')
    .description('lists the groups')
    .action(
      withSession(async (session) => {
        const rows = await groups.groupsOfOrganisation(session, await session.administrator())
        session.print(
          rows,
          table([
            ['id', 'members', 'name'],
            ...rows.map((row) => [String(row.id), String(row.member_count), row.name]),
          ]),
        )
      }),
    )
  group
    .command('create <name> [logins...]')
    .description('adds a group and prints its id')
    .action(
      withSession(async (session, name: string, logins: string[]) => {
        const { actor, ids } = await peopleOf(session, logins)
        const id = await groups.createGroup(session, actor, name, ids)
        session.print({ group_id: id }, String(id))
      }),
    )
  group.command('rename <id> <name>').action(
    withSession(async (session, id: string, name: string) => {
      await groups.renameGroup(session, await session.administrator(), wholeNumber(id), name)
      session.print({ success: true }, `Renamed ${id}.`)
    }),
  )
  for (const [name, run] of [
    ['add', groups.addGroupMembers],
    ['remove', groups.removeGroupMembers],
  ] as const)
    group
      .command(`${name} <id> <logins...>`)
      .description(`${name}s members`)
      .action(
        withSession(async (session, id: string, logins: string[]) => {
          const { actor, ids } = await peopleOf(session, logins)
          await run(session, actor, wholeNumber(id), ids)
          session.print({ success: true }, `${ids.length} done.`)
        }),
      )
  group
    .command('delete <id>')
    .description('deletes a group; its members lose what it was given')
    .action(
      withSession(async (session, id: string) => {
        await groups.deleteGroup(session, await session.administrator(), wholeNumber(id))
        session.print({ success: true }, `Deleted ${id}.`)
      }),
    )
}

function addPolicyCommands(policy: Command): void {
  const asText = (policies: Policies) =>
    table(Object.entries(policies).map(([name, value]) => [name, JSON.stringify(value)]))
  policy
    .command('get')
    .description('prints all settings')
    .action(
      withSession(async (session) => {
        const found = await readPolicies(session, await session.administrator())
        session.print(found, asText(found.policies))
      }),
    )
  policy
    .command('set <settings...>')
    .description('changes settings, each as NAME=VALUE; the value is JSON, such as true, 30, null or "text"')
    .action(
      withSession(async (session, settings: string[]) => {
        const policies = await setPolicies(session, await session.administrator(), requireSettings(settings))
        session.print({ policies }, asText(policies))
      }),
    )
}
