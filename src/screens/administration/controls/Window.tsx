import { useRef, type ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useWords } from '@/components/ui/context'
import { Btn } from './Btn'
import { useOpener } from './useOpener'

interface Props {
  title: string
  children: ReactNode
  onClose(): void
  /** The button that does what the window is for; absent where it only shows something. */
  submit?: { label: string; isDanger?: boolean; isBusy?: boolean; isDisabled?: boolean; run(): void }
  /** The button that closes the window without doing it, if it has other words than usual. */
  cancel?: string
  /** A second thing that the window can do. */
  other?: { label: string; run(): void }
  /** A refusal by the server. */
  fault?: string
  /** A press beside the window does not close it, because what it shows is not shown again. */
  isKept?: boolean
}

/** A window above the console with a form. Enter submits, Escape closes. */
export function Window({ title, children, onClose, submit, cancel, other, fault, isKept }: Props) {
  const t = useWords<'admin'>()
  const dialog = useRef<HTMLElement>(null)
  useOpener(dialog)
  return (
    <ModalOverlay
      className="window-mask"
      isOpen
      isDismissable={!submit && !isKept}
      onOpenChange={(isOpen) => !isOpen && !submit?.isBusy && onClose()}
    >
      <Modal className="window">
        <Dialog ref={dialog} className="window-dialog">
          <form
            className="window-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (submit && !submit.isDisabled && !submit.isBusy) submit.run()
            }}
          >
            <header className="window-head">
              <Heading slot="title" className="window-title">
                {title}
              </Heading>
              <Btn isIcon icon="x" label={t('admin.action.close')} onPress={onClose} />
            </header>
            <div className="window-body">
              {children}
              {fault ? (
                <p className="window-fault" role="alert">
                  {fault}
                </p>
              ) : null}
            </div>
            <footer className="window-foot">
              <Btn label={cancel ?? t(submit ? 'admin.action.cancel' : 'admin.action.close')} onPress={onClose} />
              {other ? <Btn tone="danger" label={other.label} onPress={other.run} /> : null}
              {submit ? (
                <Btn
                  type="submit"
                  tone={submit.isDanger ? 'danger' : 'primary'}
                  label={submit.label}
                  isBusy={submit.isBusy}
                  isDisabled={submit.isDisabled}
                />
              ) : null}
            </footer>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
