import { createElement, type PropsWithChildren } from 'react'

/** An element of the mini-program; its `bind` handlers are what the templates would call. */
const tag = (name: string) =>
  function Tag({ children, className, onClick }: PropsWithChildren<{ className?: string; onClick?(): void }>) {
    return createElement(name, { class: className, onClick }, children)
  }

export const View = tag('mp-view')
export const Text = tag('mp-text')
export const CustomWrapper = tag('mp-custom-wrapper')
export const Button = tag('mp-button')
export const PageContainer = tag('mp-page-container')

interface Scrolled {
  detail: { scrollTop: number }
}

export function ScrollView({
  children,
  className,
  onScroll,
}: PropsWithChildren<{ className?: string; onScroll?(event: Scrolled): void }>) {
  return (
    <div className={className} onScroll={({ currentTarget: { scrollTop } }) => onScroll?.({ detail: { scrollTop } })}>
      {children}
    </div>
  )
}
