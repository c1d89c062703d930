import { strFromU8, unzipSync } from 'fflate'

/** The cells of each sheet by its name, as a program that opens the file reads them. */
export function readWorkbook(bytes: Buffer): Map<string, (string | number)[][]> {
  const files = unzipSync(bytes)
  const xml = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const texts = [...xml('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>(.*?)<\/t><\/si>/gs)].map(([, text = '']) => text)
  const names = [...xml('xl/workbook.xml').matchAll(/<sheet .*?name="(.*?)"/g)].map(([, name = '']) => name)
  return new Map(
    names.map((name, index) => [
      name,
      [...xml(`xl/worksheets/sheet${index + 1}.xml`).matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
        [...row.matchAll(/<c r="[A-Z]+\d+"([^>]*)><v>(.*?)<\/v>/g)].map(([, attributes = '', value = '']) =>
          attributes.includes('t="s"') ? (texts[Number(value)] ?? '') : Number(value),
        ),
      ),
    ]),
  )
}
