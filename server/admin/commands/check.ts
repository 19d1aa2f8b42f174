import { resolve } from 'node:path'
import type { Command } from 'commander'
import { BlobShelf } from '../../operation/backup/BlobShelf'
import { openSnapshot } from '../../operation/backup/manifest'
import { checkBlobs } from '../../operation/check/checkBlobs'
import { checkRows } from '../../operation/check/checkRows'
import { Findings } from '../../operation/check/Fault'
import { withStorage } from '../openStorage'
import { failWith, table, withSession } from '../session'

/** Looks for what contradicts itself. */
export function addCheckCommands(program: Command): void {
  program
    .command('check')
    .description(
      'looks for missing, wrong and unknown files, wrong counters and lost items; exit code 1 if a fault is left',
    )
    .option('--repair', 'repairs what it can, and names the rest')
    .option('--from <folder>', 'compares each file with a backup, too, and restores files from it with --repair')
    .action(
      withSession(async (session, { repair = false, from }: { repair?: boolean; from?: string }) => {
        const { db, clock, notify } = session
        const backup = from === undefined ? null : resolve(from)
        // A folder without a backup would repair nothing.
        if (backup !== null) await openSnapshot(backup)
        const findings = new Findings(repair)
        await withStorage(session, async (storage) => {
          notify('Files')
          const shelf = backup === null ? null : new BlobShelf(backup)
          await checkBlobs({ db, storage, backup: shelf, now: clock() }, findings)
          notify('Items and counters')
          await checkRows(db, findings)
        })
        const { faults } = findings
        session.print(
          faults,
          faults.length === 0 ? 'No faults.' : table(faults.map(({ state, kind, text }) => [state, kind, text])),
        )
        if (findings.areOpen) failWith(1)
      }),
    )
}
