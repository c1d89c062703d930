import { Component, type ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { useWords } from '../shared/words/words.tsx'

interface Props {
  path: string
  children: ReactNode
}

/** Contains a screen's error: the header and the navigation stay, and another path renders again. */
export class Boundary extends Component<Props, { path: string; isBroken: boolean }> {
  override state = { path: this.props.path, isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ path }: Props, state: { path: string }) {
    return path === state.path ? null : { path, isBroken: false }
  }

  override render() {
    return this.state.isBroken ? <Broken again={() => this.setState({ isBroken: false })} /> : this.props.children
  }
}

function Broken({ again }: { again: () => void }) {
  const words = useWords()
  return (
    <Empty isPage title={words.portal.somethingWrong} action={<Button onClick={again}>{words.portal.retry}</Button>} />
  )
}
