import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlockKind } from '@dhow/contract/blocklists'
import type { ReplyOf } from '@dhow/contract/operation'
import type { playerDevices } from '@dhow/contract/players'
import { Button } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { AddEntry } from '../../shared/add-block.tsx'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatLastDay, formatTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.playerDevices
type Device = ReplyOf<typeof playerDevices>['devices'][number]

/** Devices and number of a player, each with a block button. */
export function PlayerDevices({ playerId }: { playerId: string }) {
  const [proposed, setProposed] = useState<{ kind: BlockKind; value: string }>()
  const mayBlock = usePermission('blocklists.edit')
  const asked = useQuery({
    queryKey: ['player', playerId, 'devices'],
    queryFn: () => call('playerDevices', { params: { id: playerId } }),
  })
  const block = mayBlock ? ({ session_id }: Device) => setProposed({ kind: 'device', value: session_id }) : undefined
  return (
    <section className={detail['block']} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={detail['quiet']}>{words.lead}</p>
      <Asked query={asked}>
        {({ devices }) =>
          devices.length === 0 ? (
            <p className={detail['quiet']}>{words.none}</p>
          ) : (
            <Devices devices={devices} block={block} />
          )
        }
      </Asked>
      {proposed ? (
        <AddEntry key={proposed.value} proposed={proposed} close={() => setProposed(undefined)} />
      ) : mayBlock ? (
        <div>
          <Button kind="danger" small onClick={() => setProposed({ kind: 'mobile', value: playerId })}>
            {words.blockNumber}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Devices({ devices, block }: { devices: readonly Device[]; block: ((device: Device) => void) | undefined }) {
  return (
    <Table
      label={words.title}
      columns={[
        { key: 'device', label: words.device },
        { key: 'since', label: words.since },
        { key: 'last', label: words.last },
        { key: 'sessions', label: words.sessions, isNumber: true },
        { key: 'state', label: words.state },
      ]}
      rows={devices.map((device) => ({
        key: device.session_id,
        cells: {
          device: device.label,
          since: formatTime(device.first_seen),
          last: formatTime(device.last_seen),
          sessions: String(device.open_sessions),
          state: <State device={device} block={block} />,
        },
      }))}
    />
  )
}

function State({ device, block }: { device: Device; block: ((device: Device) => void) | undefined }) {
  const { blocked, label } = device
  if (blocked)
    return (
      <Badge tone="bad">
        {blocked.until === null ? words.blocked : fill(words.blockedUntil, { day: formatLastDay(blocked.until) })}
      </Badge>
    )
  if (!block) return null
  return (
    <Button kind="plain" small aria-label={fill(words.blockOf, { device: label })} onClick={() => block(device)}>
      {words.block}
    </Button>
  )
}
