import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import type { Answer } from '@/stores/administration/Answer'
import { wordMessage } from '@/screens/app/wording'
import { Btn } from '../controls/Btn'

/** Stands in for something that loads. */
export function Waiting() {
  const t = useWords<'admin'>()
  return (
    <div className="waiting" aria-busy aria-label={t('admin.loading')} role="status">
      <Skeleton rows={4} />
    </div>
  )
}

interface Props {
  answer: Pick<Answer<unknown>, 'fault'>
  onRetry(): void
}

/** Why something did not load, with a retry. */
export function NotLoaded({ answer, onRetry }: Props) {
  const t = useWords<'admin'>()
  return (
    <div className="nothing" role="alert">
      <h2>{t('admin.failed.title')}</h2>
      {answer.fault ? <p>{wordMessage(answer.fault, t)}</p> : null}
      <Btn tone="weak" icon="refresh-cw" label={t('admin.failed.retry')} onPress={onRetry} />
    </div>
  )
}
