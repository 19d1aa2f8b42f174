import { nameKey } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import {
  correctCount,
  counters,
  itemsInFiles,
  namesAfter,
  spacesOverQuota,
  unreachableItems,
  withoutCurrentVersion,
  withoutDepartmentRoot,
  withoutOwnRoot,
  wrongCounts,
  type NamedRow,
} from '../../queries/operation/faults'
import { insertOwnRoot, placeInFolder, setCurrentVersion, setNameKey } from '../../queries/operation/repairs'
import type { Findings } from './Fault'

/** names read per statement */
const BATCH = 5000

/** Checks where items lie, their names and versions, then the counters and quotas that depend on these. */
export async function checkRows(db: Db, findings: Findings): Promise<void> {
  await checkPlaces(db, findings)
  await checkNames(db, findings)
  await checkCurrentVersions(db, findings)
  await checkCounters(db, findings)
  for (const { id, name, used, quota } of await spacesOverQuota(db))
    findings.note('over_quota', `the space ${id} of ${name} holds ${used} bytes, its quota is ${quota}`)
}

async function checkPlaces(db: Db, findings: Findings): Promise<void> {
  for (const row of await withoutOwnRoot(db))
    await findings.add('missing_root', `user ${named(row)} has no space`, () => insertOwnRoot(db, row.id))
  for (const row of await withoutDepartmentRoot(db))
    await findings.add('missing_root', `department ${named(row)} has no folder`)
  for (const row of await itemsInFiles(db)) {
    const { place } = row
    const repair = place === null ? undefined : () => placeInFolder(db, row, place)
    await findings.add('item_in_file', `item ${named(row)} lies in a file`, repair)
  }
  // Nobody but its people knows where such a folder belongs.
  for (const row of await unreachableItems(db))
    await findings.add('unreachable', `no space leads to item ${named(row)}: its folders lie in each other`)
}

async function checkNames(db: Db, findings: Findings): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await namesAfter(db, last, BATCH)
    for (const row of rows)
      if (row.key !== nameKey(row.name))
        await findings.add('name_key', `item ${named(row)} is compared under another name`, () =>
          setNameKey(db, row.id, row.name),
        )
    last = rows.length < BATCH ? undefined : rows.at(-1)!.id
  }
}

async function checkCurrentVersions(db: Db, findings: Findings): Promise<void> {
  for (const row of await withoutCurrentVersion(db)) {
    const { newest } = row
    if (newest === null) await findings.add('current_version', `file ${named(row)} has no version`)
    else
      await findings.add('current_version', `file ${named(row)} shows a version that is not its own`, () =>
        setCurrentVersion(db, row.id, newest),
      )
  }
}

async function checkCounters(db: Db, findings: Findings): Promise<void> {
  for (const counter of counters)
    for (const row of await wrongCounts(db, counter)) {
      const what = counter.table === 'items' ? 'item' : 'message'
      const text = `${counter.name} of ${what} ${named(row)} is ${row.stored}, not ${row.right}`
      await findings.add('wrong_counter', text, () =>
        inTransaction(db, (transaction) => correctCount(transaction, counter, row.id)),
      )
    }
}

function named({ id, name }: NamedRow): string {
  return name === '' ? String(id) : `${id} (${name})`
}
