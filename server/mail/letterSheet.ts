import type { Language } from '@/contract/entities'

const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#1f5fe8;color:#fff;text-decoration:none'

/** A button, and its address as text. */
export function addressLines(url: string, button: string): string[] {
  return [
    `<p style="margin:24px 0"><a href="${escaped(url)}" style="${buttonStyle}">${escaped(button)}</a></p>`,
    `<p style="margin:0 0 12px;color:#5f6977;font-size:13px;word-break:break-all">${escaped(url)}</p>`,
  ]
}

/** A code in large type. */
export function codeLine(code: string): string {
  return `<p style="margin:16px 0;font-size:28px;font-weight:600;letter-spacing:4px">${escaped(code)}</p>`
}

export function paragraph(text: string): string {
  return `<p style="margin:0 0 12px">${escaped(text)}</p>`
}

/** The HTML of a mail. */
export function sheet(language: Language, lines: readonly string[]): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#17202c;background:#fff">${lines.join('')}</body></html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
