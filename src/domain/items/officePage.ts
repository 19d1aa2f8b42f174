/** The server's page in which a user edits a file in the office service (DOC-10). */
export const officePage = (fileId: number): string => `/office/${fileId}`
