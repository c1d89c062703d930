import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import { fill } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import { valueText, type Report } from './figures.tsx'
import { dayText } from './period.ts'
import styles from './reports.module.css'

const words = en.reports
const heightPx = 240
/** Dashes the second line, so that the two differ without colour. */
const dashOf = (index: number) => (index === 0 ? [] : [8, 5])

/** One or two figures by day. Pointer or arrow keys choose a day, which the sentence below describes. */
export default function DayChart({ report, codes }: { report: Report; codes: readonly ReportFigure[] }) {
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot | undefined>(undefined)
  const [at, setAt] = useState<number | null>(null)
  const shown = codes.join(' ')
  useEffect(() => {
    const element = container.current
    if (!element) return
    const plot = new UPlot(
      optionsOf(report, shown.split(' '), element, (index) => setAt(index)),
      dataOf(report, shown.split(' ')),
      element,
    )
    chart.current = plot
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }))
    watch.observe(element)
    // Redraw on a theme change, since CSS does not reach the canvas.
    const theme = new MutationObserver(() => plot.redraw())
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      watch.disconnect()
      theme.disconnect()
      plot.destroy()
    }
  }, [report, shown])

  const point = (event: KeyboardEvent) => {
    const last = report.days.length - 1
    const next = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? last + 1) - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = Math.max(0, Math.min(last, next))
    const plot = chart.current
    if (plot) plot.setCursor({ left: plot.valToPos(index, 'x'), top: heightPx / 2 })
    setAt(index)
  }
  const names = codes.map((code) => reportFigures[code].name).join(', ')
  return (
    <div className={styles['chart']}>
      <ul className={styles['legend']} aria-hidden="true">
        {codes.map((code, index) => (
          <li key={code} data-line={index}>
            {reportFigures[code].name}
          </li>
        ))}
      </ul>
      <div
        ref={container}
        className={styles['plot']}
        role="slider"
        tabIndex={0}
        aria-label={fill(words.chartLabel, { figures: names, help: words.chartHelp })}
        aria-valuemin={1}
        aria-valuemax={report.days.length}
        aria-valuenow={(at ?? report.days.length - 1) + 1}
        aria-valuetext={readout(report, codes, at ?? report.days.length - 1)}
        onKeyDown={point}
      />
      <p className={styles['readout']} aria-hidden="true">
        {at === null ? words.chartHelp : readout(report, codes, at)}
      </p>
    </div>
  )
}

function readout(report: Report, codes: readonly ReportFigure[], at: number): string {
  const day = report.days[at]
  if (!day) return ''
  const parts = codes.map(
    (code) => `${reportFigures[code].name} ${valueText(code, day.values[code] ?? '0', report.currency)}`,
  )
  return `${dayText(day.day)}: ${parts.join(', ')}`
}

const valuesOf = (report: Report, code: string): number[] => report.days.map(({ values }) => Number(values[code] ?? 0))

const dataOf = (report: Report, codes: readonly string[]): UPlot.AlignedData => [
  report.days.map((_, index) => index),
  ...codes.map((code) => valuesOf(report, code)),
]

function optionsOf(
  report: Report,
  codes: readonly string[],
  element: HTMLElement,
  point: (index: number | null) => void,
): UPlot.Options {
  const style = getComputedStyle(element)
  /** Read at each redraw, since the theme may change. */
  const colour = (name: string) => () => style.getPropertyValue(name).trim()
  const [ink, line] = [colour('--text-quiet'), colour('--line')]
  const lines = [colour('--accent'), colour('--info')]
  const number = new Intl.NumberFormat('en', { notation: 'compact' })
  const grid = { stroke: line, width: 1 }
  return {
    width: element.clientWidth,
    height: heightPx,
    legend: { show: false },
    scales: { x: { time: false } },
    cursor: { drag: { x: false, y: false } },
    hooks: { setCursor: [(plot: UPlot) => point(plot.cursor.idx ?? null)] },
    series: [
      {},
      ...codes.map((_, index) => ({
        stroke: lines[index] ?? ink,
        width: 2,
        dash: dashOf(index),
        points: { show: report.days.length < 40, size: 6 },
      })),
    ],
    axes: [
      {
        stroke: ink,
        grid: { show: false },
        ticks: grid,
        incrs: [1, 2, 5, 7, 14, 30, 60, 90],
        values: (_: UPlot, places: number[]) =>
          places.map((index) => (report.days[index] ? dayText(report.days[index].day) : '')),
      },
      {
        stroke: ink,
        grid,
        ticks: grid,
        values: (_: UPlot, values: number[]) => values.map((value) => number.format(value)),
      },
    ],
  }
}
