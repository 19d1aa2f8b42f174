/** Whether pdf.js, the viewer of H5, opens a PDF and reads its first page. */
export async function opensInViewer(data: Uint8Array): Promise<boolean | 'encrypted'> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(data), verbosity: 0, isEvalSupported: false })
  try {
    await (await task.promise).getPage(1)
    return true
  } catch (error) {
    return (error as Error).name === 'PasswordException' && 'encrypted'
  } finally {
    await task.destroy()
  }
}
