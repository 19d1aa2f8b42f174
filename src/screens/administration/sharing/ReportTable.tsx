import { observer } from 'mobx-react'
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table'
import { useWords } from '@/components/ui/context'
import type { ShareReport } from '@/contract/shares/reports'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import { useConsole } from '../ConsoleContext'
import { LinkMark } from './marks'

interface Props {
  rows: readonly ShareReport[]
  words: Words<'links'>
}

const columns = ['item', 'reason', 'reporter', 'at', 'owner', 'state'] as const

/** A page of what visitors reported, newest first. A row leads to its link. */
export const ReportTable = observer(function ReportTable({ rows, words }: Props) {
  const app = useApp()
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const linkOf = (id: number) => rows.find((row) => row.id === id)?.share_link.id ?? null
  return (
    <div className="table-frame">
      <Table
        className="table sharing-table reports-table"
        aria-label={t('admin.sharing.table.reported')}
        onRowAction={(key) => address.choose(linkOf(Number(key)))}
      >
        <TableHeader>
          {columns.map((column) => (
            <Column key={column} id={column} isRowHeader={column === 'item'} className={`column column-${column}`}>
              {t(`admin.sharing.columns.${column}`)}
            </Column>
          ))}
        </TableHeader>
        <TableBody items={rows} dependencies={[address.id, t, words]}>
          {({ id, at, reason, text, contact, user, share_link: link }) => (
            <Row id={id} textValue={link.item_name} className={link.id === address.id ? 'is-open' : ''}>
              <Cell className="cell cell-name">
                <span className="cell-text">{link.item_name}</span>
              </Cell>
              <Cell className="cell cell-reason">
                {words(`links.reports.reason.${reason}`)}
                {text ? <small>{text}</small> : null}
              </Cell>
              <Cell className="cell cell-reporter">
                {user?.name ?? t('admin.sharing.visitor')}
                {contact ? <small>{contact}</small> : null}
              </Cell>
              <Cell className="cell cell-time">{wordAgo(app, at, t)}</Cell>
              <Cell className="cell cell-owner">{link.owner.name}</Cell>
              <Cell className="cell cell-state">
                <LinkMark state={link.state} words={words} />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  )
})
